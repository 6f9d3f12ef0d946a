package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.kernel.Resumer;
import io.redial.policy.RetryPolicy;
import java.io.IOException;
import java.util.concurrent.Future;
import org.apache.http.HttpConnection;
import org.apache.http.HttpResponse;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/** The content of a response that is drained or held, with its clock. */
final class PendingContent<T> implements BodyDecisions<HttpAsyncResponseConsumer<T>> {
  private static final String WHERE = "Apache HttpAsyncClient 4 response";

  /** The attempt whose response is held. */
  interface Owner<T> {
    /** Returns whether a failure before the first byte ends the attempt (rule 10.6). */
    boolean endsAttempt(Throwable cut);

    /** Called before the consumer gets the response. */
    void committing();

    /** Called then. Returns what resumes its body, or null. */
    Resumer resumer();

    /** Called when the response was held for too long. */
    void expired();
  }

  final HttpResponse response;
  final PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T> body;
  private final Call call;

  /** Null for a response that is given up on. */
  private final Owner<T> owner;

  private volatile Future<?> limit;

  PendingContent(
      Call call,
      HttpResponse response,
      PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T> body,
      Owner<T> owner) {
    this.call = call;
    this.response = response;
    this.body = body;
    this.owner = owner;
  }

  /**
   * Drains the content, so that its connection can be used again (rule 8.1).
   *
   * @param context shows the connection, until there is content
   */
  ResponseSignals<IOControl> drain(HttpContext context) {
    ResponseSignals<IOControl> signals =
        body.drain(call.policy().drainBytes(), -1, this, null, response);
    Object connection = ClassicBodies.connection(context);
    if (connection instanceof IOControl) {
      signals.begins((IOControl) connection);
    }
    if (!FaultBoundary.run(call, WHERE, () -> limit = call.onDrainTimeout(body::drainedTooLong))) {
      body.drainedTooLong(); // The process may be unable to start the timer's thread.
    }
    return signals;
  }

  /** Closes a connection that must not be used again (rule 8.3). */
  void close(IOControl connection) {
    if (!call.keepsConnection() && connection instanceof HttpConnection) {
      try {
        ((HttpConnection) connection).close();
      } catch (IOException | RuntimeException alreadyGone) {
        // The connection is gone, as intended.
      }
    }
  }

  /** Holds the response back until its first byte (rule 10.6). */
  ResponseSignals<IOControl> hold(HttpAsyncResponseConsumer<T> consumer) {
    ResponseSignals<IOControl> signals = body.hold(this, consumer, response);
    long left = Math.max(0, call.attemptNanosLeft());
    if (left != RetryPolicy.UNLIMITED) {
      limit = call.timer().limit(left, () -> call.timer().start(this::expire));
    }
    return signals;
  }

  private void expire() {
    if (body.expire(Apache4Failures.timedOut())) {
      owner.expired();
    }
  }

  @Override
  public boolean endsAttempt(Throwable cut) {
    return owner.endsAttempt(cut);
  }

  @Override
  public void asking() {
    owner.committing();
  }

  @Override
  public Resumer offered(HttpAsyncResponseConsumer<T> consumer) {
    return owner.resumer();
  }

  @Override
  public void pass(Runnable result) {}

  @Override
  public void settled() {
    Future<?> running = limit;
    if (running != null) {
      running.cancel(false);
    }
  }
}
