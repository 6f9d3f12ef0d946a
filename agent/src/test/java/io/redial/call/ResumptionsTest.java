package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.stream.OpenPlan;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a stream counts the failures that its backoff waits after. */
class ResumptionsTest {
  private static final HeaderFields NONE = name -> List.of();

  private World world;
  private Events plan;
  private Resumptions resumptions;
  private Call latest;

  private void begin(String scope, Events events) {
    world =
        new World(
            Scenario.with(
                "backoff=exponential:100ms:1h,jitter=none,budget=off,max-retries=9,backoff-scope="
                    + scope));
    plan = events;
    Call application = world.engine.begin(world, world.client, false);
    application.beginAttempt();
    application.afterResponse(1, 200, NONE, false);
    resumptions = new Resumptions(application, plan);
    application.finish();
  }

  @ParameterizedTest
  @ValueSource(strings = {"call", "host"})
  @Rule({"4.2", "4.3", "10.7"})
  @DisplayName("sources that bring nothing but a head count as failures in a row")
  void headsWithoutEventsCountAsFailures(String scope) throws InterruptedException {
    begin(scope, new Events(true));

    assertThat(cut()).isEqualTo(100);
    found();
    assertThat(cut()).isEqualTo(200);
    found();
    assertThat(cut()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"call", "host"})
  @Rule({"4.2", "4.3", "10.7"})
  @DisplayName("what a source brings ends the count")
  void whatASourceBringsEndsTheCount(String scope) throws InterruptedException {
    begin(scope, new Events(true));

    assertThat(cut()).isEqualTo(100);
    found();
    plan.progressed = true;
    assertThat(cut()).isEqualTo(100);
    found();
    plan.progressed = false;
    assertThat(cut()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"call", "host"})
  @Rule({"4.2", "4.3", "10.7"})
  @DisplayName("a source that holds for ten seconds ends the count, whether it breaks off or not")
  void aSourceThatHoldsEndsTheCount(String scope) throws InterruptedException {
    begin(scope, new Events(true));

    assertThat(cut()).isEqualTo(100);
    found();
    world.time.sleep(TimeUnit.SECONDS.toNanos(11));
    assertThat(cut()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"call", "host"})
  @Rule({"4.2", "4.3", "10.7"})
  @DisplayName("where the first byte of the rest is waited for, it ends the count")
  void theFirstByteEndsTheCount(String scope) throws InterruptedException {
    begin(scope, new Events(false));

    assertThat(cut()).isEqualTo(100);
    found();
    assertThat(cut()).isEqualTo(100);
  }

  /** How many milliseconds a cut has to be waited after. */
  private long cut() throws InterruptedException {
    latest = resumptions.begin(false);
    Decision decision =
        latest.afterFailure(
            latest.beginAttempt(), new IOException("cut"), Failure.CONNECTION_ERROR, false);
    world.time.sleep(decision.waitNanos());
    return TimeUnit.NANOSECONDS.toMillis(decision.waitNanos());
  }

  /** The next source answers with a head. */
  private void found() {
    latest.afterResponse(latest.beginAttempt(), 200, NONE, false);
    latest.finish();
  }

  /** A stream whose progress the test sets. */
  private static final class Events extends OpenPlan {
    private final boolean resumesWithHead;
    private boolean progressed;

    Events(boolean resumesWithHead) {
      this.resumesWithHead = resumesWithHead;
    }

    @Override
    public boolean resumesWithHead() {
      return resumesWithHead;
    }

    @Override
    public boolean hasProgressed() {
      return progressed;
    }
  }
}
