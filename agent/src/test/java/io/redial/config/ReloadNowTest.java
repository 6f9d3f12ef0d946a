package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

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
  private final LiveConfiguration live = LiveConfigurations.load("config=f", environment);

  private int maxRetries() {
    return live.current().policyFor(null).maxRetries();
  }

  @Test
  void aChangeIsInForceWhenItReturns() {
    environment.file("f", "max-retries = 2");

    assertThat(live.reload().change()).isEqualTo("max-retries 5 -> 2");
    assertThat(maxRetries()).isEqualTo(2);
    assertThat(live.reloadIfChanged()).as("nothing is left for the next look").isNull();
  }

  @Test
  void nothingHappensIfNothingHasChanged() {
    Configuration before = live.current();

    for (int i = 0; i < 3; i++) {
      assertThat(live.reload().change()).isEqualTo("nothing");
    }
    assertThat(live.current()).isSameAs(before);
  }

  @Test
  void faultsAreReportedEachTimeAndLeaveWhatIsInForce() {
    Configuration before = live.current();
    environment.file("f", "max-retries = many");

    for (int i = 0; i < 3; i++) {
      assertThat(live.reload().faults())
          .extracting(ConfigError::message)
          .singleElement()
          .asString()
          .startsWith("bad value many for max-retries (f:1)");
      assertThat(live.reloadIfChanged()).as("reported already").isNull();
    }
    assertThat(live.current()).isSameAs(before);

    environment.file("f", "max-retries = 5");
    assertThat(live.reload().change()).isEqualTo("nothing");
    assertThat(live.reload().faults()).isEmpty();
  }

  @Test
  void faultsThatWereThereAtTheStartAreReportedAndHealed() {
    environment.file("f", "max-retries = many");
    LiveConfiguration off = LiveConfigurations.load("config=f", environment);
    off.reload();
    assertThat(off.reload().faults()).hasSize(1);

    environment.file("f", "max-retries = 2", "mode = observe");
    assertThat(off.reload().change())
        .isEqualTo("Redial is observing (mode=observe): the options are now valid");
    assertThat(off.current().policyFor(null).enabled()).isTrue();
  }

  @Test
  void whatTheLastLookHasFoundIsPutInForce() {
    environment.file("f", "max-retries = 2");
    assertThat(live.reloadIfChanged()).isNull();

    assertThat(live.reload().change()).isEqualTo("max-retries 5 -> 2");
    assertThat(live.reloadIfChanged()).isNull();
  }

  /** The looks at intervals wait for a file that keeps changing; somebody who asks does not. */
  @Test
  void aFileThatNeverRestsIsPutInForceAsItIs() {
    for (int retries = 20; retries < 40; retries++) {
      environment.file("f", "max-retries = " + retries);
      live.reloadIfChanged();
    }

    assertThat(live.reload().change()).isEqualTo("max-retries 5 -> 39");
    assertThat(live.reloadIfChanged()).isNull();
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
    LiveConfiguration shared = LiveConfigurations.load("config=f", file);
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
            Reload reload = i % 2 == 0 && !writes ? shared.reloadIfChanged() : shared.reload();
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
