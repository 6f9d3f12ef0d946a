package io.redial.kernel;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Runs what must not fail the application's call (rule 1.4): whatever a step throws, even an error
 * at its very entry, is logged or returned here and goes no further. Exceptions of the client and
 * of the application are no faults; a step that can meet them must let none of them out. Stateless.
 */
public final class FaultBoundary {

  /** A step that may fail. */
  public interface Step {
    void run() throws Throwable;
  }

  /** A question that may fail. */
  public interface Question<T> {
    T answer() throws Throwable;
  }

  /** What has something to release at its end. */
  public interface Finishing {
    void finish() throws Throwable;
  }

  /** Handles the end of a future. The attempt itself is one, so that no call allocates another. */
  public interface Completion<T> extends BiFunction<T, Throwable, Object> {
    void ended(T value, Throwable thrown) throws Throwable;

    /** Called with the fault that {@link #ended} has failed with. */
    void settle(T value, Throwable thrown, Throwable fault);

    @Override
    default Object apply(T value, Throwable thrown) {
      try {
        ended(value, thrown);
      } catch (Throwable fault) {
        settle(value, thrown, fault);
      }
      return null;
    }
  }

  private FaultBoundary() {}

  /** Runs a step, and returns whether it ended in order. */
  public static boolean run(FaultLog log, String where, Step step) {
    Throwable fault = thrownBy(step);
    if (fault != null) {
      report(log, where, fault);
    }
    return fault == null;
  }

  /** Runs a step, and returns what it throws, or null. */
  public static Throwable thrownBy(Step step) {
    try {
      step.run();
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  /** Releases what a call has held. A fault is logged, so that the rest is released, too. */
  public static void finish(FaultLog log, String where, Finishing ending) {
    try {
      ending.finish();
    } catch (Throwable fault) {
      report(log, where, fault);
    }
  }

  /** Returns the answer to a question, or the other one if there is none. */
  public static <T> T ask(FaultLog log, String where, Question<T> question, T otherwise) {
    try {
      return question.answer();
    } catch (Throwable fault) {
      report(log, where, fault);
      return otherwise;
    }
  }

  /**
   * Runs a step that is expected to fail now and then, and that nothing depends on: closing what
   * may be gone already, for example.
   *
   * @return whether it ended in order
   */
  public static boolean attempt(Step step) {
    return thrownBy(step) == null;
  }

  /**
   * Gives back what nothing else would: a connection, for example.
   *
   * @param otherwise does the same by other means
   */
  public static void release(Step step, Step otherwise) {
    if (!attempt(step)) {
      attempt(otherwise);
    }
  }

  /**
   * Has the end of a future handled.
   *
   * @param afterFault handles the fault that the handler has ended with
   */
  @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
  public static <T> void handle(
      CompletionStage<T> future, BiConsumer<T, Throwable> handler, Consumer<Throwable> afterFault) {
    future.handle(
        (value, thrown) -> {
          try {
            handler.accept(value, thrown);
          } catch (Throwable fault) {
            afterFault.accept(fault);
          }
          return null;
        });
  }

  /** Logs a fault. If even that fails, there is nowhere left to report it. */
  public static void report(FaultLog log, String where, Throwable fault) {
    try {
      log.fault(where, fault);
    } catch (Throwable another) {
      // The call goes on without the log line.
    }
  }
}
