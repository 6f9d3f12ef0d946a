package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What has time until a call has ended. */
class AfterNextCallTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> done = new ArrayList<>();
  private final AfterNextCall tasks = new AfterNextCall(time, (where, fault) -> done.add("fault"));

  @Test
  void isDoneWhenACallHasEndedAndNotAgain() {
    tasks.add(() -> done.add("task"));

    tasks.run();
    tasks.run();
    time.runUntil(() -> false);

    assertThat(done).containsExactly("task");
  }

  @Test
  void isDoneAfterASecondIfNoCallEnds() {
    tasks.add(() -> done.add("task"));

    time.runUntil(() -> !done.isEmpty());

    assertThat(time.elapsed()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
    assertThat(done).containsExactly("task");
  }

  @Test
  @Rule("1.4")
  void aTaskThatFailsHindersNeitherTheCallNorTheOthers() {
    tasks.add(
        () -> {
          throw new NoClassDefFoundError();
        });
    tasks.add(() -> done.add("task"));

    tasks.run();

    assertThat(done).containsExactly("fault", "task");
  }

  @Test
  void aCallThatSucceedsEndsIt() {
    World world = new World(Scenario.with("").answers(Answer.status(200)));
    world.engine.afterNextCall(() -> done.add("at " + world.time.elapsed()));

    Call call = world.begin(true);
    assertThat(call.services.remembers()).isTrue();
    call.finish();

    assertThat(done).containsExactly("at 0");
    assertThat(call.services.remembers()).isFalse();
  }
}
