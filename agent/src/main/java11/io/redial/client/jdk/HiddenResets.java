package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import java.lang.reflect.Field;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Has the client tell of streams over HTTP/2 that were refused in the middle of a body. From Java
 * 18 on, {@code Stream.handleReset} notes a REFUSED_STREAM, but the subscriber is told only when
 * the stream's scheduler runs once more. Nothing makes it run while the subscriber waits for what
 * it has asked for, so it is run now and then; if nothing has happened, it does nothing.
 * Thread-safe.
 */
final class HiddenResets {
  /** The package that has the types of the client's subscriptions. */
  private static final String COMMON = "jdk.internal.net.http.common";

  static final boolean ARE_HIDDEN = Runtime.version().feature() >= 18;

  private static final String WHERE = "java.net.http response";
  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Call call;
  private final JdkRequest source;
  private final PushedBody<?, Subscription, ?> body;
  private Future<?> next;
  private boolean isStopped;

  HiddenResets(Call call, JdkRequest source, PushedBody<?, Subscription, ?> body) {
    this.call = call;
    this.source = source;
    this.body = body;
  }

  /** Called before the body of a response is read. */
  void begin(Version version) {
    if (ARE_HIDDEN && version == Version.HTTP_2) {
      FaultBoundary.run(call, WHERE, () -> schedule(FIRST_NANOS));
    }
  }

  private synchronized void schedule(long nanos) {
    if (next != null) {
      next.cancel(false); // That of the response before.
    }
    next = isStopped ? null : call.timer().limit(nanos, () -> due(nanos));
  }

  /** The client tells its subscriber on the thread that runs the scheduler. */
  private void due(long nanos) {
    call.timer().start(() -> source.onClientsThread(new CompletableFuture<>(), () -> poll(nanos)));
  }

  private void poll(long nanos) {
    FaultBoundary.run(
        call,
        WHERE,
        () -> {
          Subscription awaited = body.awaited();
          boolean isOver = body.state() == PushedBody.State.ENDED;
          if (!isOver && (awaited == null || run(awaited))) {
            schedule(Math.min(LONGEST_NANOS, nanos * 2));
          }
        });
  }

  /** Runs the scheduler; returns false if that is not possible. */
  private static boolean run(Subscription subscription) throws ReflectiveOperationException {
    Object inner =
        field("HttpBodySubscriberWrapper$SubscriptionWrapper", "subscription", subscription);
    Object scheduler = field("SubscriptionBase", "scheduler", inner);
    if (scheduler == inner) {
      return false;
    }
    scheduler.getClass().getMethod("runOrSchedule").invoke(scheduler);
    return true;
  }

  /** Returns the field of an object; if it is of another type, the object. */
  private static Object field(String type, String name, Object of)
      throws ReflectiveOperationException {
    Class<?> declaring =
        Class.forName(COMMON + "." + type, false, HttpClient.class.getClassLoader());
    if (!declaring.isInstance(of)) {
      return of;
    }
    Field field = declaring.getDeclaredField(name);
    return field.trySetAccessible() ? field.get(of) : of;
  }

  /** The timer holds the client and the body until the next time, so nothing is left there. */
  synchronized void stop() {
    isStopped = true;
    if (next != null) {
      next.cancel(false);
    }
  }
}
