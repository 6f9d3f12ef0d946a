package io.redial.client.apache5;

import io.redial.call.AsyncDriver;
import io.redial.call.Attempt;
import io.redial.call.Call;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * What is done about one cut of a body, as a call of its own (rule 10.7): its first attempt is the
 * one that broke off, and the others ask for the rest until one brings a byte of it. Its future is
 * open until the body is no longer wanted.
 */
final class RestExchange extends AsyncHttpExchange<Void> implements RestOfBody.Source {
  /** What broke the body off, and what the application gets if it does not go on. */
  final Exception cut;

  private final ResumableConsumer<?> resumed;
  private final Call call;

  RestExchange(
      ResumableConsumer<?> body,
      Exception cut,
      CloseableHttpAsyncClient client,
      HttpHost target,
      SentRequest sent,
      HttpContext context,
      Call call) {
    super(client, target, sent, new RestConsumer(body), null, context, call);
    this.resumed = body;
    this.cut = cut;
    this.call = call;
    this.future = new ComplexFuture<>(null);
    future.setDependency(this::cancel);
    ((RestConsumer) consumer).belongTo(this);
  }

  @Override
  public void begin() {
    Attempt broken = attempt(call);
    broken.made = true;
    broken.failure = cut;
    driver().failed(broken, cut);
  }

  @Override
  public void send(Attempt attempt, AsyncDriver<Object> driving) {
    resumed.plan.sent();
    super.send(attempt, driving);
  }

  @Override
  public void abort() {
    future.cancel();
  }

  /** A byte of the rest has come, or it is clear that none will. */
  void decide() {
    committed = true;
    endInPlaceOfClient(ours(current), null, null);
  }

  /** Some clients report a cut to their future alone. */
  @Override
  void failedLate(Exception thrown) {
    if (resumed.comesFrom(this) && !(thrown instanceof CancelledException)) {
      consumer.failed(thrown);
    }
  }

  /** A head alone is no progress. */
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
    // The body gets it as it comes.
  }

  @Override
  public void fail(Throwable thrown) {
    resumed.fail(cut);
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    resumed.fail(cut);
    return true;
  }

  @Override
  public void endAnyhow(Attempt attempt, Object response, Throwable failure) {
    if (!committed) {
      resumed.fail(cut);
    }
  }
}
