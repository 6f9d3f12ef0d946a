package io.redial.client.apache5;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.Dialer;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Begins the calls of asynchronous clients. */
final class AsyncCalls {
  private final Dialer dialer;

  AsyncCalls(Dialer dialer) {
    this.dialer = dialer;
  }

  <T> Object[] execute(
      CloseableHttpAsyncClient client,
      HttpHost target,
      AsyncRequestProducer producer,
      AsyncResponseConsumer<T> consumer,
      HandlerFactory<AsyncPushConsumer> pushes,
      HttpContext given,
      FutureCallback<T> callback)
      throws Throwable {
    if (producer == null || consumer == null || Admission.admits(client, producer)) {
      return null;
    }
    HttpContext context = given != null ? given : HttpClientContext.create();
    // The producer can be asked once what it sends: from here on the call goes through ours.
    SentRequest sent = SentRequest.by(producer, context);
    WatchedExchange<T> watched = null;
    AsyncHttpExchange<T> exchange = null;
    Attempt first = null;
    try {
      Call call = dial(client, target, sent);
      if (call != null && call.isPassive()) {
        watched = new WatchedExchange<>(call, sent, context, callback);
      } else if (call != null) {
        call.limitWaitsTo(OperationTimeout.nanos(producer));
        exchange = new AsyncHttpExchange<>(client, target, sent, consumer, pushes, context, call);
        first = exchange.attempt(call);
      }
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 asynchronous execute", fault);
    }
    if (watched != null) {
      AskedProducer asked = new AskedProducer(sent);
      return watched.execute(client, target, asked, consumer, pushes);
    }
    Object[] answer = null;
    try {
      answer = first == null ? null : exchange.start(first, callback);
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 asynchronous execute", fault);
    }
    if (answer != null) {
      return answer;
    }
    try {
      Carried.anotherBegins(context);
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 asynchronous execute", fault);
    }
    AskedProducer asked = new AskedProducer(sent);
    Object outer = Admission.open(client);
    try {
      answer = new Object[] {client.execute(target, asked, consumer, pushes, context, callback)};
    } catch (Throwable thrown) {
      answer = new Object[] {null, thrown};
    }
    try {
      Admission.close(outer);
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 asynchronous execute", fault);
    }
    return answer;
  }

  private Call dial(CloseableHttpAsyncClient client, HttpHost target, SentRequest sent) {
    if (sent.request() == null) {
      return null;
    }
    Apache5Request described = new Apache5Request(sent.request(), target);
    if (described.isMalformed()) {
      return null;
    }
    described.sends(sent);
    return dialer.dial(described, client, false);
  }

  /** The client sends through a connection that other calls may share. */
  void streams(AsyncExecRuntime runtime, HttpContext context) {
    try {
      Attempt attempt = Carried.onlyIn(context);
      if (attempt instanceof AsyncAttempt) {
        ((AsyncAttempt<?>) attempt).streamsThrough(runtime);
      }
    } catch (Throwable fault) { // Of a context of the application's own.
      dialer.fault("HttpClient 5 stream", fault);
    }
  }
}
