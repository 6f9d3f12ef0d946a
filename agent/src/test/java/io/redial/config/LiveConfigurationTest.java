package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.io.File;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LiveConfigurationTest {
  private final FakeEnvironment environment = new FakeEnvironment();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What comes of a change that stands. */
  private static Reload reload(LiveConfiguration live) {
    assertThat(live.reloadIfChanged()).isNull();
    return live.reloadIfChanged();
  }

  private LiveConfiguration live(String arguments) {
    return LiveConfigurations.load(arguments, environment);
  }

  @Test
  @Rule("11.1")
  void isSwitchedOffAndOnWhileTheProgramRuns() {
    LiveConfiguration live = live("max-retries=4");

    live.set("enabled", "false", null, "JMX");
    assertThat(live.current().policyFor(null).enabled()).isFalse();
    assertThat(live.current().value(Option.ENABLED)).hasToString("false (run time (JMX))");
    assertThat(live.current().policyFor(null).maxRetries()).isEqualTo(4);

    live.set("enabled", "true", null, "JMX");
    assertThat(live.current().policyFor(null).enabled()).isTrue();
  }

  @Test
  void aRouteHasMatchedWhateverAnOperatorSets() {
    environment.file("f", "route.stock.match = https://stock.internal/**");
    LiveConfiguration live = live("config=f");
    Target target = FakeTarget.of("GET", "https://stock.internal/items");

    live.set("log-level", "debug", null, "JMX");
    live.current().policyFor(target);
    assertThat(live.current().routes()).allMatch(Route::hasMatched);

    live.unset("log-level");
    assertThat(live.current().routes()).hasSize(1).allMatch(Route::hasMatched);

    environment.file("f", "route.stock.match = https://stock.internal/**", "max-retries = 1");
    reload(live);
    assertThat(live.current().routes()).hasSize(1).noneMatch(Route::hasMatched);
  }

  @Test
  void isSwitchedOnByHandAgainstTheOptions() {
    LiveConfiguration live = live("enabled=false");

    live.set("enabled", "true", null, "JMX");

    assertThat(live.current().policyFor(null).enabled()).isTrue();
  }

  @Test
  void theFileSwitchesOffWhatWasSwitchedOnByHand() {
    environment.file("f", "max-retries = 1");
    LiveConfiguration live = live("config=f");
    live.set("enabled", "false", null, "JMX");
    live.set("enabled", "true", null, "JMX");

    environment.file("f", "max-retries = 1", "enabled = false");
    assertThat(reload(live).change()).isEqualTo("enabled true -> false");
    assertThat(live.current().policyFor(null).enabled()).isFalse();

    environment.file("f", "max-retries = 1");
    assertThat(reload(live).change()).isEqualTo("enabled false -> true");
    assertThat(live.current().policyFor(null).enabled()).isTrue();
  }

  @Test
  void saysThatASwitchByHandStands() {
    environment.file("f", "enabled = false");
    LiveConfiguration live = live("config=f");
    live.set("enabled", "true", null, "JMX");

    environment.file("f", "enabled = false", "max-retries = 1");
    assertThat(reload(live).change())
        .isEqualTo("max-retries 10 -> 1; Redial stays on (set by an operator)");
    assertThat(live.current().policyFor(null).enabled()).isTrue();

    live.set("enabled", "false", null, "JMX");
    environment.file("f", "enabled = true", "max-retries = 1");
    assertThat(reload(live).change())
        .isEqualTo("enabled false -> true; Redial stays off (set by an operator)");
    assertThat(live.current().policyFor(null).enabled()).isFalse();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void isSwitchedOffWhileAFileCannotBeRead() throws InterruptedException {
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    Environment slow =
        new Environment() {
          private boolean started;

          @Override
          public byte[] contents(File file) {
            if (started) {
              reads.countDown();
              await(mayGoOn);
            }
            started = true;
            return new byte[0];
          }
        };
    LiveConfiguration live = LiveConfigurations.load("config=f", slow);
    Thread look = new Thread(live::reloadIfChanged);
    look.start();
    reads.await();

    live.set("enabled", "false", null, "JMX");

    assertThat(live.current().policyFor(null).enabled()).isFalse();
    mayGoOn.countDown();
    look.join();
  }

  @Test
  @Rule("11.6")
  void whatAnOperatorSetSaysWhoSetItAndWhenItEnds() {
    LiveConfiguration live = live("max-retries=4");
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    live.set("max-retries", "0", "10m", "anna");
    live.set("enabled", "false", null, "JMX");

    RunTimeValue first = live.runTimeValues().get(0);
    assertThat(first.by()).isEqualTo("anna");
    assertThat(Instant.parse(first.since())).isAfterOrEqualTo(before);
    assertThat(Instant.parse(first.until()))
        .isEqualTo(Instant.parse(first.since()).plusSeconds(600));
    assertThat(first.leftMillis()).isBetween(1L, 600_000L);
    assertThat(live.current().value(Option.MAX_RETRIES))
        .hasToString("0 (run time (anna, until " + first.until() + "))");
    assertThat(live.runTimeValues().get(1).key()).isEqualTo("enabled");
    assertThat(live.runTimeValues().get(1).until()).as("no end").isEmpty();
  }

  /** Its time does not end what was decided since. */
  @Test
  void aSwitchOnThatAFileHasOverruledEndsNothing() {
    environment.file("f", "max-retries = 1");
    LiveConfiguration live = live("config=f");
    RunTimeValue on = live.set("enabled", "true", "10m", "anna");
    environment.file("f", "enabled = false");
    reload(live);

    assertThat(live.runTimeValues()).isEmpty();
    assertThat(live.end(on)).isFalse();
    assertThat(live.current().policyFor(null).enabled()).isFalse();
  }

  @Test
  void retriesNothingWithFaultsInTheOptions() {
    LiveConfiguration live = live("max-retries=many");
    live.set("enabled", "true", null, "JMX");

    assertThat(live.current().policyFor(null).enabled()).isFalse();
    assertThat(live.current().faults()).hasSize(1);
  }

  @Test
  @Rule("11.5")
  void theLevelOfTheLogChangesWhileTheProgramRuns() {
    environment.file("f", "log-level = info");
    LiveConfiguration live = live("config=f");

    environment.file("f", "log-level = debug");

    assertThat(reload(live).change()).isEqualTo("log-level info -> debug");
    assertThat(live.current().settings().logLevel()).isEqualTo(LogLevel.DEBUG);
    assertThat(live.current().value(Option.LOG_LEVEL).text()).isEqualTo("debug");
  }

  @Test
  void whatIsRedactedChangesWhileTheProgramRuns() {
    environment.file("f", "redact = /bot*/**");
    LiveConfiguration live = live("config=f");
    assertThat(shown(live, "/bot1/x")).isEqualTo("/bot*/*");

    environment.file("f", "redact = /hooks/*");
    assertThat(reload(live).change()).isEqualTo("redact /bot*/** -> /hooks/*");
    assertThat(shown(live, "/bot1/x")).isEqualTo("/bot1/x");
    live.set("redact", "/bot*/x, /y/*", null, "an operator");

    assertThat(shown(live, "/bot1/x")).isEqualTo("/bot*/x");
    assertThat(shown(live, "/hooks/1")).isEqualTo("/hooks/1");
  }

  private static String shown(LiveConfiguration live, String path) {
    return live.current().settings().redactedPaths().shown(path);
  }

  @Test
  void whereTheLogGoesChangesAtTheNextStart() {
    environment.file("f", "log = none");
    LiveConfiguration live = live("config=f");

    environment.file("f", "log = stderr", "log-level = debug");

    assertThat(reload(live).change())
        .isEqualTo("log none -> stderr (takes effect at restart), log-level info -> debug");
    assertThat(live.current().settings().logsToStandardError()).isFalse();
    assertThat(live.current().settings().logLevel()).isEqualTo(LogLevel.DEBUG);
  }
}
