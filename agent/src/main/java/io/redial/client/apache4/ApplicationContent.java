package io.redial.client.apache4;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.Exceptions;
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
 * The application's side of a resumable body: its consumer sees one body and one end, whichever
 * connections the bytes come from. Only one connection at a time delivers content.
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

  /** A copy of that request as it was when its response arrived. */
  final RequestCopy request;

  /** Null once the call is over. */
  volatile HttpAsyncClient client;

  volatile boolean stopped;

  final AsyncAttempt<T> first;
  final ContentDelivery<T> delivery;
  final CurrentConnection connection;

  /** Why the current connection is dropped; {@code READ} if it is not. */
  private volatile Next left = Next.READ;

  // These are fields because they are used where no method may fail (rule 1.4).

  volatile Exception latestCut;
  final EndOfContent<T> end;
  final AtomicBoolean ended = new AtomicBoolean();

  /** The content of the application's own connection; null before the first of it has arrived. */
  PartDecoder part;

  /** What the plan held back; null until it is certain that the body is not resumed any more. */
  ByteBuffer remainder;

  final boolean verbatim;

  /** Delivers the body after an internal fault; null before. */
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

  /** Called when the application shuts the connection down while there is none. */
  abstract void abort();

  /**
   * Begins to request the rest of the body.
   *
   * @return false if there will be no other connection
   */
  abstract boolean resumes(Exception cut);

  /** Returns whether the application has cancelled the call or shut the connection down. */
  final boolean isStopped() {
    return stopped || isShutDown();
  }

  /** Returns whether the application has shut the connection down. */
  final boolean isShutDown() {
    return connection.isShutDown();
  }

  /** Returns whether the body is not resumed any more and only waits to be read. */
  final boolean isEnding() {
    return end.begun;
  }

  /** Returns whether the application no longer wants the body, however it has said so. */
  final boolean isGivenUp() {
    return isStopped() || first.exchange.future.isDone() || Aborts.isAborted(original);
  }

  /** Passes on content that has arrived on a connection. */
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
   * Called when a connection has delivered all of its content. Unless this was the end of the body,
   * {@link #goOn} has to follow.
   *
   * @return true if it was the end, and the consumer has been notified
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

  /** Continues when the client is done with a connection that has delivered all of its content. */
  final void goOn() {
    if (isEnding()) {
      end.deliver();
    } else if (!resumes(endOfSource())) {
      giveUp();
    }
  }

  /** Continues after the orderly end of a source: with another source or the end of the body. */
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
   * Continues after the connection that the bytes came from is lost.
   *
   * @param told whether the client has notified its consumer of the failure
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

  /** Stops resuming the body: the consumer gets what is left of it, and then its end. */
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

  /** Called when the consumer has read content that it had left unread before. */
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

  /** Ends the body with a failure, whether or not all of it has been delivered. */
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
   * Called after an internal fault (rule 1.4). While the body still comes from the application's
   * own response, it continues without Redial; otherwise it ends.
   *
   * @param cut the failure that the client reports, or null
   */
  public final void rescue(Throwable fault, Exception cut) {
    if (fault != null && fault == applications()) {
      throw Exceptions.sneakyThrow(fault);
    }
    breakOff(fault).carryOnOrEnd(cut);
  }

  /** Returns whether a request for the rest of the body has been begun. */
  abstract boolean isResumed();

  /** Abandons what is under way to resume the body. */
  abstract void dropRest();

  /** Takes Redial out after an internal fault; returns what delivers the body from then on. */
  public final PlainContent<T> breakOff(Throwable fault) {
    plan.breakOff(fault);
    synchronized (delivery) {
      if (plain == null) {
        plain = new PlainContent<>(first, consumer, this);
      }
      return plain;
    }
  }

  /** Returns what the application's own code threw when it got the outcome, or null. */
  final Throwable applications() {
    return first.exchange.future.applications;
  }

  final void fault(Throwable thrown) {
    first.exchange.fault("Apache HttpAsyncClient 4 body", thrown);
  }
}
