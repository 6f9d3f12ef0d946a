package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.ClientCall;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.RetryEngine;
import io.redial.client.apache4.RequestTarget.Rewriting;
import io.redial.kernel.ClientOutcome;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/** One {@code execute} when it enters Redial. The producer is asked for its request only once. */
final class AsyncCall<T> implements ClientCall {
  private static final String WHERE = "Apache HttpAsyncClient 4 execute";

  private final RetryEngine engine;
  private final CloseableHttpAsyncClient client;
  private final HttpAsyncRequestProducer producer;
  private final HttpAsyncResponseConsumer<T> consumer;
  private final HttpContext context;
  private final FutureCallback<T> callback;

  /**
   * What the client gets once the producer was asked for its request, which must not happen again;
   * null before.
   */
  private HttpAsyncRequestProducer described;

  private HttpHost target;
  private HttpRequest request;
  private RequestView view;
  private AsyncApacheExchange<T> exchange;

  AsyncCall(
      RetryEngine engine,
      CloseableHttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback) {
    this.engine = engine;
    this.client = client;
    this.producer = producer;
    this.consumer = consumer;
    this.context = context;
    this.callback = callback;
  }

  /**
   * Enters the call. Even after an internal fault, the client gets a producer that was asked no
   * more than once.
   */
  Object enter() throws Throwable {
    try {
      return engine.enter(this, client, WHERE);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
      return leave();
    }
  }

  @Override
  public OutgoingRequest request() {
    DescribedProducer asked = new DescribedProducer(producer);
    described = asked;
    if (asked.isConstant()) {
      described = producer;
    }
    request = asked.request;
    target = asked.target;
    view = request == null ? null : RequestView.of(target, request, rewriting());
    return view;
  }

  private Rewriting rewriting() {
    boolean isMinimal = client.getClass().getName().endsWith(".MinimalHttpAsyncClient");
    return isMinimal ? Rewriting.NONE : Rewriting.ASYNCHRONOUS;
  }

  @Override
  public Attempt prepare(Call call) {
    exchange =
        new AsyncApacheExchange<>(
            call, client, producer, consumer, context, callback, target, view);
    return exchange.attempt(call);
  }

  @Override
  public Object run(Call call, Attempt first) {
    return exchange.start(first);
  }

  @Override
  public Object observe(PassiveAttempt attempt) {
    HttpContext shared = context != null ? context : new BasicHttpContext();
    PassiveAsyncCall<T> passive = new PassiveAsyncCall<>(attempt, request, shared, callback);
    ClientOutcome answer =
        attempt.answerOf(
            client,
            () -> {
              attempt.markMade();
              return client.execute(described, consumer, shared, passive);
            });
    if (attempt.failure() != null) {
      attempt.finish();
    }
    return answer;
  }

  @Override
  public Object leave() {
    if (described == null) {
      return null;
    }
    ClientOutcome left = new ClientOutcome();
    return left.answerOf(
        client,
        () -> {
          left.markMade();
          return client.execute(described, consumer, context, callback);
        });
  }
}
