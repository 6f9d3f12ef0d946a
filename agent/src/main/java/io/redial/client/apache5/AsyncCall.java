package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.ClientCall;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.RetryEngine;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * One {@code execute} of an asynchronous client, from its entry. The producer is asked for its
 * request only once.
 */
final class AsyncCall<T> implements ClientCall {
  private static final String WHERE = "HttpClient 5 asynchronous execute";

  private final RetryEngine engine;
  private final CloseableHttpAsyncClient client;
  private final HttpHost target;
  private final AsyncResponseConsumer<T> consumer;
  private final HandlerFactory<AsyncPushConsumer> pushes;
  private final HttpContext context;
  private final FutureCallback<T> callback;
  private final AsyncRequestProducer producer;
  private final CapturedRequest sent;
  private AsyncHttpExchange<T> exchange;

  AsyncCall(
      RetryEngine engine,
      CloseableHttpAsyncClient client,
      HttpHost target,
      AsyncRequestProducer producer,
      AsyncResponseConsumer<T> consumer,
      HandlerFactory<AsyncPushConsumer> pushes,
      HttpContext given,
      FutureCallback<T> callback) {
    this.engine = engine;
    this.client = client;
    this.target = target;
    this.producer = producer;
    this.consumer = consumer;
    this.pushes = pushes;
    this.context = given != null ? given : HttpClientContext.create();
    this.callback = callback;
    // From here on, the request is known and the producer is not asked again.
    this.sent = CapturedRequest.by(producer, context);
  }

  /**
   * Enters the call. Even after an internal fault, the client gets a producer that was asked only
   * once.
   */
  Object enter() {
    try {
      return engine.enter(this, client, WHERE);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
      return leave();
    }
  }

  @Override
  public OutgoingRequest request() {
    if (sent.request() == null) {
      return null;
    }
    Apache5Request described =
        AttemptRequests.isMinimal(client)
            ? new Apache5Request.OfMinimal(sent.request(), target)
            : new Apache5Request(sent.request(), target);
    if (described.isMalformed()) {
      return null;
    }
    described.sends(sent);
    return described;
  }

  @Override
  public Attempt prepare(Call call) {
    call.limitWaitsTo(OperationTimeout.nanos(producer));
    exchange = new AsyncHttpExchange<>(client, target, sent, consumer, pushes, context, call);
    if (sent.entity == null && !call.policy().resume().isEmpty()) {
      exchange.resumes(call, new Apache5Request(sent.request(), target).changedPath(call.policy()));
    }
    return exchange.attempt(call);
  }

  @Override
  public Object run(Call call, Attempt first) {
    return exchange.start(first, callback);
  }

  @Override
  public Object observe(PassiveAttempt attempt) {
    return new PassiveExchange<>(attempt, sent, context, callback)
        .execute(client, target, new CapturedProducer(sent), consumer, pushes);
  }

  @Override
  public Object leave() {
    FaultBoundary.run(engine, WHERE, () -> AttemptContext.anotherBegins(context));
    CapturedProducer asked = new CapturedProducer(sent);
    ClientOutcome left = new ClientOutcome();
    return left.answerOf(
        client,
        () -> {
          left.markMade();
          return client.execute(target, asked, consumer, pushes, context, callback);
        });
  }
}
