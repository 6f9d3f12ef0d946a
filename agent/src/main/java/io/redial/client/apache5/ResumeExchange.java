package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.policy.Failure;
import java.io.EOFException;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Resumes a body after one cut, as a call of its own (rule 10.7). Its first attempt is the one that
 * broke off. The others request the rest until it is certain that the body is resumed. The
 * exchange's future stays open until the body is no longer wanted.
 */
final class ResumeExchange extends AsyncHttpExchange<Void> implements ResumedBody.Source {
  /** The failure that broke off the body, or the exception that stands for its end. */
  private final Exception cut;

  private final ResumableBody<?> resumed;
  private final Call call;

  /** Whether the application has closed the client, so that an end in order is none. */
  private boolean closed;

  ResumeExchange(
      ResumableBody<?> body,
      Exception cut,
      CloseableHttpAsyncClient client,
      HttpHost target,
      CapturedRequest sent,
      HttpContext context,
      Call call) {
    super(client, target, sent, new ResumeConsumer(body), null, context, call);
    this.resumed = body;
    this.cut = cut;
    this.call = call;
    this.future = new ComplexFuture<>(null);
    future.setDependency(this::cancel);
    ((ResumeConsumer) consumer).belongTo(this);
  }

  @Override
  public void begin() {
    Attempt broken = attempt(call);
    broken.markMade();
    broken.failedWith(cut);
    driver().failed(broken, cut);
  }

  @Override
  public Attempt attempt(Call resumption) {
    closed |= resumption.isClientClosed();
    return super.attempt(resumption);
  }

  @Override
  public void send(Attempt attempt, CallbackDriver<Object> driving) {
    resumed.plan.sent();
    super.send(attempt, driving);
  }

  @Override
  public void abort() {
    future.cancel();
  }

  /** Returns where the response of the attempt under way comes from, after all redirects. */
  String uri() {
    return ours(current).redirects().uri(new Apache5Request(resumed.request(), null));
  }

  /** Commits the exchange: it is certain that the body is resumed, or that it is not. */
  void decide() {
    committed = true;
    endInPlaceOfClient(ours(current), null, null);
  }

  /** Fails the attempt, whose response has ended before it was certain that the body is resumed. */
  void broughtNothing() {
    endInPlaceOfClient(
        ours(current), null, new EOFException("the server sent none of the remaining body"));
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    if (thrown instanceof BodyEnded) {
      return Failure.CONNECTION_ERROR;
    }
    Failure kind = super.classify(attempt, thrown);
    return kind == Failure.OTHER && !committed ? Apache5Failures.classifyCut(thrown) : kind;
  }

  /**
   * Passes the failure on to the consumer, because some clients report a cut to their future alone.
   */
  @Override
  void failedLate(Exception thrown) {
    if (resumed.comesFrom(this) && !(thrown instanceof CancelledException)) {
      consumer.failed(thrown);
    }
  }

  @Override
  BodyConsumer<Void> resumable(
      AsyncAttempt<Void> attempt, HttpResponse response, EntityDetails entity) {
    return (ResumeConsumer) consumer;
  }

  /** Commits nothing, because a head alone is no progress. */
  @Override
  AsyncResponseConsumer<Void> commit() {
    return consumer;
  }

  @Override
  public Throwable applications() {
    return resumed.outcome().applications();
  }

  @Override
  public void deliver(Object result) {
    // The body gets the bytes as they arrive.
  }

  @Override
  public void fail(Throwable thrown) {
    if (closed && thrown instanceof Exception && resumed.plan.endsInOrder()) {
      resumed.stop((Exception) thrown);
    } else {
      resumed.giveUp(null);
    }
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    resumed.giveUp(null);
    return true;
  }

  @Override
  public void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    if (!committed) {
      try {
        resumed.giveUp(null);
      } catch (Throwable fault) {
        resumed.endAfterFault(fault);
      }
    }
  }
}
