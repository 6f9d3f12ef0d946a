package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.RetryEngine;
import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import io.redial.config.LiveConfigurations;
import io.redial.config.Option;
import io.redial.policy.Together;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An operator's reload beside the looks that are due. */
class ReloadingTest {
  /** A file of one line, which is replaced as a whole. */
  private static final class OneFile extends Environment {
    volatile int retries;

    @Override
    public byte[] contents(File file) {
      return ("max-retries = " + retries).getBytes(StandardCharsets.UTF_8);
    }
  }

  @Test
  @Rule("11.6")
  void whatIsRecordedLastIsWhatIsInForce() throws Exception {
    OneFile file = new OneFile();
    LiveConfiguration live = LiveConfigurations.load("config=f,log=none", file);
    RetryLog log =
        new RetryLog(
            () -> AttemptListener.NONE, (nanos, task) -> assertThat(nanos).isPositive(), () -> "");
    Reloading reloading = new Reloading(live, RetryEngine.system(live, log, () -> true));
    AtomicInteger started = new AtomicInteger();
    AtomicInteger applied = new AtomicInteger();
    reloading.whenChanged(applied::incrementAndGet);

    Together.run(
        3,
        () -> {
          boolean operates = started.getAndIncrement() == 0;
          for (int i = 1; i <= 5; i++) {
            if (operates) {
              file.retries = i;
              reloading.now(" by an operator (anna)");
              assertThat(live.current().value(Option.MAX_RETRIES).text()).isEqualTo("" + i);
              assertThat(reloading.lastReload())
                  .as("changed by this reload, or just before by a look")
                  .matches(".* (-> " + i + "|nothing)");
            } else {
              reloading.pollNow();
            }
          }
          return null;
        });

    assertThat(reloading.faults()).isEmpty();
    assertThat(applied.get()).isBetween(5, 10);
  }
}
