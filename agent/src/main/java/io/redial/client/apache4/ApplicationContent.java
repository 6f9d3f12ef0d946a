package io.redial.client.apache4;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.Resumptions;
import io.redial.call.Rethrow;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * The application's side of a body that goes on: its consumer sees one body and its end once,
 * whatever connections the bytes come from. One of these brings content at a time.
 */
abstract class ApplicationContent<T> {
  final Call call;
  final StreamPlan plan;
  final Resumptions resumptions;
  final HttpHost target;
  final HttpContext context;
  final HttpAsyncResponseConsumer<T> consumer;

  /** The application's own request. */
  final HttpRequest original;

  /** That request as it was when its response arrived. */
  final RequestCopy request;

  /** Null once the call is over. */
  volatile HttpAsyncClient client;

  volatile boolean stopped;

  final AsyncAttempt<T> first;
  final ContentDelivery<T> delivery;
  final CurrentConnection connection;

  /** Whether the application's own code failed, so that the connection is not to blame. */
  private volatile boolean threw;

  /** Why the connection under way is dropped, if it is. */
  private volatile Next left = Next.READ;

  private volatile Exception latestCut;

  /** Whether the body does not go on, though the application may not have read all of it yet. */
  private volatile boolean ending;

  /** What it ends with; null for its orderly end. */
  private volatile Exception failure;

  /** Whether the consumer is still to be told of a failure. */
  private volatile boolean tells = true;

  private final AtomicBoolean concluded = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();

  ApplicationContent(
      AsyncAttempt<T> first,
      StreamPlan plan,
      HttpAsyncClient client,
      HttpAsyncResponseConsumer<T> consumer,
      RequestView view) {
    this.first = first;
    this.call = first.call();
    this.context = first.exchange.context;
    this.plan = plan;
    this.resumptions = new Resumptions(call, plan);
    this.client = client;
    this.consumer = consumer;
    this.target = view.target;
    this.original = view.request;
    this.request = RequestCopy.frozen(view.request);
    this.delivery =
        new ContentDelivery<>(
            consumer, call.timer(), this::abort, this::delivered, this::applicationFailed);
    this.connection = delivery.connection();
  }

  /** The application has shut down a connection that is not there yet. */
  abstract void abort();

  /**
   * Asks for the rest.
   *
   * @return false if there will be no other connection
   */
  abstract boolean resumes(Exception cut);

  /** Whether the application has said that nothing more is to come. */
  final boolean isStopped() {
    return stopped || isShutDown();
  }

  /** Whether it has done so by shutting the connection down. */
  final boolean isShutDown() {
    return connection.isShutDown();
  }

  /** Whether the application's own code failed. */
  final boolean hasThrown() {
    return threw;
  }

  /** Whether the body does not go on, and only waits for the application to read it. */
  final boolean isEnding() {
    return ending;
  }

  /** Whether it wants nothing more, in whatever way it has said so. */
  final boolean isGivenUp() {
    return isStopped() || first.exchange.future.isDone() || Aborts.isAborted(original);
  }

  /** A connection has content. */
  final void consume(PartDecoder from, IOControl control) throws IOException {
    if (!connection.leadTo(control)) {
      return;
    }
    try {
      delivery.offer(from);
    } catch (Throwable thrown) {
      if (!isOf(from, thrown)) {
        threw = true;
        throw thrown;
      }
    }
    if (from.cut != null) {
      throw from.cut;
    }
    left = from.next;
    if (left != Next.READ) {
      throw new BodyEnded(); // So that the client drops the connection.
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same ones, not equal ones.
  private static boolean isOf(PartDecoder from, Throwable thrown) {
    return thrown == from.cut || thrown == from.end;
  }

  /**
   * A connection has brought all that it was to bring. Unless this was the end of the body, {@link
   * #goOn} has to follow.
   *
   * @return true if it was, and the consumer knows it
   */
  final boolean concludes() {
    if (!plan.goesOnAfterEnd() && hasEnded()) {
      return true;
    }
    connection.leave();
    return false;
  }

  private boolean hasEnded() {
    endBody();
    try {
      if (failure == null && delivery.isDelivered() && concluded.compareAndSet(false, true)) {
        consumer.responseCompleted(HttpClientContext.adapt(context));
        return true;
      }
    } catch (IOException thrown) { // The client cannot be told here.
      threw = true;
      failure = thrown;
    } catch (Throwable thrown) {
      threw = true;
      throw thrown;
    }
    return false;
  }

  /** The client is done with a connection that has brought all that it was to bring. */
  final void goOn() {
    if (ending) {
      deliverEnd();
    } else if (!resumes(endOfSource())) {
      giveUp();
    }
  }

  /** Nothing more comes from a connection, and that was in order. */
  final void sourceEnded() {
    if (!plan.goesOnAfterEnd() || !resumes(endOfSource())) {
      giveUp();
    }
  }

  private Exception endOfSource() {
    Exception before = latestCut;
    return plan.endsInOrder() || before == null ? new BodyEnded() : before;
  }

  /**
   * A connection that the bytes came from is gone.
   *
   * @param told whether the client has told its consumer
   */
  final void broke(Exception cut, boolean told) {
    Next why = left;
    left = Next.READ;
    boolean goesOn = why == Next.READ && plan.goesOnAfterCut();
    if (threw || cut instanceof CancelledException || isGivenUp() || consumer.isDone()) {
      end(null, cut instanceof BodyEnded ? new CancelledException() : cut, told);
    } else if (why == Next.RESTART) {
      sourceEnded();
    } else if (why == Next.SURRENDER) {
      giveUp();
    } else {
      latestCut = cut;
      boolean ofTheConnection = !plan.isWhole() && Apache4Failures.classify(cut) != Failure.OTHER;
      if (!ofTheConnection || !goesOn || !resumes(cut)) {
        tells = told;
        giveUp();
      }
    }
  }

  /** The body does not go on: the consumer gets what is left of it, and then its end. */
  final void giveUp() {
    if (!ending) {
      endBody();
    }
    deliverEnd();
  }

  private void endBody() {
    synchronized (delivery) {
      failure = plan.endsInOrder() ? null : latestCut;
      delivery.seen.add(plan.remainder());
      if (failure == null && !plan.isVerbatim()) {
        delivery.seen.end();
      }
      ending = true;
    }
  }

  /** The consumer has read later what it did not read at once. */
  private void delivered() {
    if (ending) {
      deliverEnd();
    } else if (consumer.isDone()) {
      connection.drop(); // As the client does after it has offered content.
      end(null, new CancelledException(), false);
    }
  }

  /** Ends the body as soon as the consumer has read all of it. */
  private void deliverEnd() {
    try {
      if ((threw || delivery.isDelivered()) && concluded.compareAndSet(false, true)) {
        conclude();
      }
    } catch (Throwable thrown) {
      if (thrown == applications()) {
        throw Rethrow.asIs(thrown);
      }
      applicationFailed(thrown);
    }
  }

  private void conclude() {
    Exception outcome = failure == null && delivery.isUnread() ? new CancelledException() : failure;
    if (outcome != null) {
      end(null, outcome, tells);
      return;
    }
    consumer.responseCompleted(HttpClientContext.adapt(context));
    end(consumer.getResult(), consumer.getException(), false);
  }

  private void applicationFailed(Throwable thrown) {
    threw = true;
    connection.drop();
    fail(thrown instanceof Exception ? (Exception) thrown : new Exception(thrown));
  }

  /** It ends with that, whatever is left of it. */
  final void fail(Exception thrown) {
    end(null, thrown, true);
  }

  /**
   * The call ends.
   *
   * @param tellsConsumer whether the consumer is still to be told of a failure
   */
  final void end(T result, Exception thrown, boolean tellsConsumer) {
    if (ended.compareAndSet(false, true)) {
      delivery.stop();
      first.told = tellsConsumer;
      first.endElsewhere(result, stopped ? new CancelledException() : thrown);
    }
  }

  /** What the application's own code threw when it got the outcome, or null. */
  final Throwable applications() {
    return first.exchange.future.applications;
  }

  final void fault(Throwable thrown) {
    first.exchange.fault("Apache HttpAsyncClient 4 body", thrown);
  }
}
