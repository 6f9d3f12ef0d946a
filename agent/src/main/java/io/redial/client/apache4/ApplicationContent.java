package io.redial.client.apache4;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.GuardedPlan;
import io.redial.call.Resumptions;
import io.redial.call.Rethrow;
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

  // Fields for where no method may fail (rule 1.4).

  volatile Exception latestCut;
  final EndOfContent<T> end;
  final AtomicBoolean ended = new AtomicBoolean();

  /** What the application's own connection brings, once it has brought something. */
  PartDecoder part;

  /** What the plan held back, once the body does not go on. */
  ByteBuffer remainder;

  final boolean verbatim;

  /** What becomes of the body after a fault; null before. */
  volatile PlainContent<T> plain;

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
    this.verbatim = this.plan.isVerbatim();
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

  /** Whether the body does not go on, and only waits for the application to read it. */
  final boolean isEnding() {
    return end.begun;
  }

  /** Whether it wants nothing more, in whatever way it has said so. */
  final boolean isGivenUp() {
    return isStopped() || first.exchange.future.isDone() || Aborts.isAborted(original);
  }

  /** A connection has content. */
  @SuppressWarnings("ReferenceEquality") // The same ones, not equal ones.
  final void consume(PartDecoder from, IOControl control) throws IOException {
    if (!connection.leadTo(control)) {
      return;
    }
    try {
      delivery.offer(from);
    } catch (Throwable thrown) {
      if (thrown != from.cut && thrown != from.end) {
        delivery.threw |= thrown == delivery.thrown;
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
    if (delivery.threw || cut instanceof CancelledException || isGivenUp() || consumer.isDone()) {
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
    remainder = plan.remainder();
    Exception failure = (Exception) plan.endOf(latestCut);
    end.begin(failure, remainder, !verbatim, tells);
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
    if (thrown != delivery.thrown) {
      rescue(thrown, null);
      return;
    }
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
      delivery.stopped = true;
      first.told = tells;
      Exception failure = stopped ? new CancelledException() : thrown;
      try {
        first.endElsewhere(result, failure);
      } catch (Throwable another) {
        first.settle(result, failure, another);
      }
    }
  }

  /**
   * Redial has failed (rule 1.4). As long as the application's own response brings the body, it
   * goes on without Redial; otherwise it ends.
   *
   * @param cut what the client reports, or null
   */
  public final void rescue(Throwable fault, Exception cut) {
    if (fault != null && fault == applications()) {
      throw Rethrow.asIs(fault);
    }
    breakOff(fault).carryOnOrEnd(cut);
  }

  /** Whether another connection than the application's own has been asked for. */
  abstract boolean isResumed();

  /** What is under way to continue the body is of no use any more. */
  abstract void dropRest();

  /** Redial has failed: what the body becomes. */
  public final PlainContent<T> breakOff(Throwable fault) {
    plan.breakOff(fault);
    synchronized (delivery) {
      if (plain == null) {
        plain = new PlainContent<>(first, consumer, this);
      }
      return plain;
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
