package io.redial.client.apache4;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.GuardedPlan;
import io.redial.call.Resumptions;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * The application's side of a body that goes on: its consumer sees one body and its end once,
 * whatever connections the bytes come from. One of these brings content at a time.
 */
abstract class ApplicationContent<T> implements EndOfContent.Owner<T> {
  final Call call;
  final GuardedPlan plan;
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

  /** Why the connection under way is dropped, if it is. */
  private volatile Next left = Next.READ;

  private volatile Exception latestCut;

  private final EndOfContent<T> end;
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
    this.plan = new GuardedPlan(call, plan);
    this.resumptions = new Resumptions(call, this.plan);
    this.client = client;
    this.consumer = consumer;
    this.target = view.target;
    this.original = view.request;
    this.request = RequestCopy.frozen(view.request);
    this.delivery =
        new ContentDelivery<>(
            consumer, call.timer(), this::abort, this::delivered, this::consumerFailed);
    this.connection = delivery.connection();
    this.end = new EndOfContent<>(consumer, context, delivery, this);
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
    return delivery.threw;
  }

  /** Whether the body does not go on, and only waits for the application to read it. */
  final boolean isEnding() {
    return end.hasBegun();
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
        delivery.threw = true;
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
    if (!plan.goesOnAfterEnd()) {
      beginEnd(true);
      if (end.completes()) {
        return true;
      }
    }
    connection.leave();
    return false;
  }

  /** The client is done with a connection that has brought all that it was to bring. */
  final void goOn() {
    if (isEnding()) {
      end.deliver();
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
    if (hasThrown() || cut instanceof CancelledException || isGivenUp() || consumer.isDone()) {
      end(null, cut instanceof BodyEnded ? new CancelledException() : cut, told);
    } else if (why == Next.RESTART) {
      sourceEnded();
    } else if (why == Next.SURRENDER) {
      giveUp();
    } else {
      latestCut = cut;
      boolean ofTheConnection = !plan.isWhole() && Apache4Failures.classify(cut) != Failure.OTHER;
      if (!ofTheConnection || !goesOn || !resumes(cut)) {
        beginEnd(told);
        end.deliver();
      }
    }
  }

  /** The body does not go on: the consumer gets what is left of it, and then its end. */
  final void giveUp() {
    if (!isEnding()) {
      beginEnd(true);
    }
    end.deliver();
  }

  private void beginEnd(boolean tells) {
    ByteBuffer remainder = plan.remainder();
    Exception failure = (Exception) plan.endOf(latestCut);
    end.begin(failure, remainder, !plan.isVerbatim(), tells);
  }

  /** The consumer has read later what it did not read at once. */
  private void delivered() {
    if (isEnding()) {
      end.deliver();
    } else if (consumer.isDone()) {
      connection.drop(); // As the client does after it has offered content.
      end(null, new CancelledException(), false);
    }
  }

  @Override
  public final void consumerFailed(Throwable thrown) {
    delivery.threw = true;
    connection.drop();
    fail(thrown instanceof Exception ? (Exception) thrown : new Exception(thrown));
  }

  /** It ends with that, whatever is left of it. */
  final void fail(Exception thrown) {
    end(null, thrown, true);
  }

  @Override
  public final void end(T result, Exception thrown, boolean tells) {
    if (ended.compareAndSet(false, true)) {
      delivery.stop();
      first.told = tells;
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
