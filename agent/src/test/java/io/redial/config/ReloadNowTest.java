package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.redial.policy.Together;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An operator has the options files read now. */
class ReloadNowTest {
  private final FakeEnvironment environment = new FakeEnvironment().file("f", "max-retries = 5");
  private final LiveConfiguration live = new LiveConfiguration("config=f", environment);
  private int pauses;

  private Reload reload() {
    return reload(() -> {});
  }

  /** Something happens during each pause. */
  private Reload reload(Runnable meanwhile) {
    try {
      return live.reload(
          () -> {
            pauses++;
            meanwhile.run();
          });
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private int maxRetries() {
    return live.current().policyFor(null).maxRetries();
  }

  @Test
  void aChangeIsInForceWhenItReturns() {
    environment.file("f", "max-retries = 2");

    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2");
    assertThat(maxRetries()).isEqualTo(2);
    assertThat(pauses).isEqualTo(1);
    assertThat(live.reloadIfChanged()).as("nothing is left for the next look").isNull();
  }

  @Test
  void nothingHappensIfNothingHasChanged() {
    Configuration before = live.current();

    for (int i = 0; i < 3; i++) {
      assertThat(reload().change()).isEqualTo("nothing");
    }
    assertThat(live.current()).isSameAs(before);
    assertThat(pauses).isZero();
  }

  @Test
  void faultsAreReportedEachTimeAndLeaveWhatIsInForce() {
    Configuration before = live.current();
    environment.file("f", "max-retries = many");

    for (int i = 0; i < 3; i++) {
      assertThat(reload().faults())
          .extracting(ConfigError::message)
          .singleElement()
          .asString()
          .startsWith("bad value many for max-retries (f:1)");
      assertThat(live.reloadIfChanged()).as("reported already").isNull();
    }
    assertThat(live.current()).isSameAs(before);

    environment.file("f", "max-retries = 5");
    assertThat(reload().change()).isEqualTo("nothing");
    assertThat(reload().faults()).isEmpty();
  }

  @Test
  void faultsThatWereThereAtTheStartAreReportedAndHealed() {
    environment.file("f", "max-retries = many");
    LiveConfiguration off = new LiveConfiguration("config=f", environment);
    reloadOf(off);
    assertThat(reloadOf(off).faults()).hasSize(1);

    environment.file("f", "max-retries = 2", "mode = observe");
    assertThat(reloadOf(off).change())
        .isEqualTo("Redial is observing (mode=observe): the options are now valid");
    assertThat(off.current().policyFor(null).enabled()).isTrue();
  }

  private static Reload reloadOf(LiveConfiguration other) {
    try {
      return other.reload(() -> {});
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void halfOfAFileThatIsBeingWrittenIsNotPutInForce() {
    environment.file("f", "max-retries = 2");

    Reload reload = reload(() -> environment.file("f", "max-retries = 2", "deadline = 1s"));

    assertThat(reload.change()).isEqualTo("max-retries 5 -> 2, deadline 15s -> 1s");
    assertThat(pauses).isEqualTo(2);
  }

  @Test
  void whatTheLastLookHasFoundNeedsNoPause() {
    environment.file("f", "max-retries = 2");
    assertThat(live.reloadIfChanged()).isNull();

    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2");
    assertThat(pauses).isZero();
  }

  @Test
  void aFileThatNeverRestsIsRefusedAfterTenLooks() {
    environment.file("f", "max-retries = 2");

    Reload reload = reload(() -> environment.file("f", "max-retries = 2", "# pause " + pauses));

    assertThat(reload.faults().get(0).message())
        .startsWith("f has changed at each of 10 checks, and takes effect only when two checks");
    assertThat(pauses).isEqualTo(9);
    assertThat(maxRetries()).isEqualTo(5);
    assertThat(live.reloadIfChanged().change()).as("it rests now").isEqualTo("max-retries 5 -> 2");
  }

  /** Otherwise the report that it never rests would stay for ever. */
  @Test
  void aFileThatComesToRestAsItWasIsReportedAsWell() {
    reloadOf(live);
    environment.file("f", "# 0");
    reload(() -> environment.file("f", "# " + pauses));
    environment.file("f", "max-retries = 5");

    Reload reload = live.reloadIfChanged();

    assertThat(reload.change()).isEqualTo("nothing");
    assertThat(reload.faults()).isEmpty();
    assertThat(live.reloadIfChanged()).isNull();
  }

  @Test
  void anInterruptEndsIt() {
    environment.file("f", "max-retries = 2");

    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(
            () ->
                live.reload(
                    () -> {
                      throw new InterruptedException();
                    }));
    assertThat(maxRetries()).isEqualTo(5);
    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2");
  }

  /** Files of one line, which another thread replaces as a whole. */
  private static final class OneFile extends Environment {
    volatile int retries;

    @Override
    public byte[] contents(File file) {
      return ("max-retries = " + retries).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Several operators, and the look that is due. */
  @Test
  void whoeverChangesAFileAndReloadsHasHisChangeInForce() throws Exception {
    OneFile file = new OneFile();
    LiveConfiguration shared = new LiveConfiguration("config=f", file);
    AtomicInteger started = new AtomicInteger();
    List<String> changes = new ArrayList<>();

    Together.run(
        4,
        () -> {
          boolean writes = started.getAndIncrement() == 0;
          for (int i = 1; i <= 500; i++) {
            if (writes) {
              file.retries = i;
            }
            Reload reload = i % 2 == 0 && !writes ? shared.reloadIfChanged() : reloadOf(shared);
            if (writes) {
              assertThat(shared.current().policyFor(null).maxRetries()).isEqualTo(i);
            }
            synchronized (changes) {
              if (reload != null && !reload.change().equals("nothing")) {
                changes.add(reload.change());
              }
            }
          }
          return null;
        });

    List<String> each = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      each.add("max-retries " + i + " -> " + (i + 1));
    }
    assertThat(changes).as("each change once").containsExactlyInAnyOrderElementsOf(each);
  }
}
