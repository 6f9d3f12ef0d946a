package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.ClientCall;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.ReentryGuard;
import io.redial.call.RetryEngine;
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
  private boolean asked;
  private HttpHost target;
  private HttpRequest request;
  private Throwable refusal;
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
  Object[] enter() throws Throwable {
    try {
      return engine.enter(this, client, WHERE);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
      return leave();
    }
  }

  @Override
  public OutgoingRequest request() {
    asked = true;
    try {
      target = producer.getTarget();
      request = producer.generateRequest();
    } catch (Throwable thrown) {
      refusal = thrown; // The client gets it as if it had asked the producer itself.
    }
    view = request == null ? null : RequestView.of(target, request, false);
    return view;
  }

  @Override
  public boolean blocksPlatformThread() {
    return false;
  }

  @Override
  public Attempt prepare(Call call) {
    exchange =
        new AsyncApacheExchange<>(
            call, client, producer, consumer, context, callback, target, view);
    return exchange.attempt(call);
  }

  @Override
  public Object[] run(Call call, Attempt first) {
    try {
      return exchange.start(first);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
      if (!first.made) {
        return null;
      }
      return first.failure == null
          ? new Object[] {exchange.future}
          : new Object[] {null, first.failure};
    }
  }

  @Override
  public Object[] watch(PassiveAttempt attempt) throws Throwable {
    HttpContext shared = context;
    WatchedCall<T> watched = null;
    try {
      shared = context != null ? context : new BasicHttpContext();
      watched = new WatchedCall<>(attempt, request, shared, callback);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
    }
    return leave(shared, watched);
  }

  @Override
  public Object[] leave() throws Throwable {
    return asked ? leave(context, null) : null;
  }

  /**
   * Leaves the call to the client. The producer has already been asked for its request, and must
   * not be asked again.
   */
  private Object[] leave(HttpContext shared, WatchedCall<T> watched) throws Throwable {
    HttpAsyncRequestProducer described = DescribedProducer.of(producer, target, request, refusal);
    Object outer = null;
    try {
      outer = ReentryGuard.open(client);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
      described = DescribedProducer.of(described); // A producer of this type passes the gate.
    }
    Object[] answer;
    try {
      FutureCallback<T> told = watched != null ? watched : callback;
      answer = new Object[] {client.execute(described, consumer, shared, told)};
    } catch (Throwable thrown) {
      answer = new Object[] {null, thrown};
    }
    try {
      ReentryGuard.close(outer);
      if (watched != null && answer.length > 1) {
        watched.neverBegan();
      }
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
    }
    return answer;
  }
}
