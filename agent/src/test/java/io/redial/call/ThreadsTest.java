package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Work runs with its caller's context class loader, and leaves none behind. */
final class ThreadsTest {
  private final ClassLoader callers = new ClassLoader() {};
  private final List<ClassLoader> seen = new ArrayList<>();
  private final List<Throwable> faults = new ArrayList<>();

  @Test
  void aThreadGetsItsOwnLoaderBack() throws InterruptedException {
    ClassLoader own = new ClassLoader() {};

    assertThat(runOnThreadWith(own, callers)).isSameAs(own);
    assertThat(seen).containsExactly(callers);
    assertThat(faults).isEmpty();
  }

  @Test
  void aThreadWithoutALoaderHasNoneAfterwards() throws InterruptedException {
    assertThat(runOnThreadWith(null, callers)).isNull();
    assertThat(seen).containsExactly(callers);
    assertThat(faults).isEmpty();
  }

  @Test
  void aCallerWithoutALoaderChangesNothing() throws InterruptedException {
    ClassLoader own = new ClassLoader() {};

    assertThat(runOnThreadWith(own, null)).isSameAs(own);
    assertThat(seen).containsExactly(own);
  }

  @Test
  @Rule("4.7")
  void knowsThreadsThatMustNotBlock() {
    assertThat(Threads.forbidsBlocking(new reactor.core.scheduler.Worker())).isTrue();
    assertThat(Threads.forbidsBlocking(new reactor.core.scheduler.Worker() {})).isTrue();
    assertThat(Threads.forbidsBlocking(new Thread())).isFalse();
    assertThat(Threads.forbidsBlocking(new Thread() {})).isFalse();
  }

  /** Returns the loader that the thread has afterwards. */
  private ClassLoader runOnThreadWith(ClassLoader own, ClassLoader loader)
      throws InterruptedException {
    AtomicReference<ClassLoader> after = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              Runnable work = () -> seen.add(Thread.currentThread().getContextClassLoader());
              Threads.runWith(loader, work, (where, fault) -> faults.add(fault));
              after.set(Thread.currentThread().getContextClassLoader());
            });
    thread.setContextClassLoader(own);
    thread.start();
    thread.join();
    return after.get();
  }
}
