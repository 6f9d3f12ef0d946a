package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.call.PassiveAttempt;
import io.redial.call.ReentryGuard;
import io.redial.policy.Failure;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A {@linkplain Call#isPassive passive} call: the client makes it from the application's own
 * request and consumer, and the application gets the client's own future. The outcome is read from
 * the context when the client reports the end (rules 1.5 and 11.1).
 */
final class WatchedExchange<T> implements FutureCallback<T> {
  private static final String RESPONSE = "http.response";

  private final Call call;
  private final PassiveAttempt attempt;
  private final HttpContext context;
  private final FutureCallback<T> callback;
  private final HttpResponse before;
  private final Redirects redirects;
  private AttemptContext carried;

  /** Prepares a call that is about to be made. */
  WatchedExchange(
      PassiveAttempt attempt, SentRequest sent, HttpContext context, FutureCallback<T> callback) {
    this.call = attempt.call();
    this.attempt = attempt;
    this.context = context;
    this.callback = callback;
    this.before = response();
    this.redirects = new Redirects(context, sent.request());
  }

  /** Makes the call. Returns the client's answer, or null and what it threw. */
  Object[] execute(
      CloseableHttpAsyncClient client,
      HttpHost target,
      AskedProducer producer,
      AsyncResponseConsumer<T> consumer,
      HandlerFactory<AsyncPushConsumer> pushes) {
    try {
      if (call.policy().maxRetries() == 0) {
        carried =
            AttemptContext.by(context, attempt); // The client's own retry layer stands back, too.
      } else {
        AttemptContext.anotherBegins(context);
      }
    } catch (Throwable fault) { // The application's own context threw.
      call.fault("HttpClient 5 passive call", fault);
    }
    Object[] answer;
    Object outer = ReentryGuard.open(client);
    try {
      answer = new Object[] {client.execute(target, producer, consumer, pushes, context, this)};
    } catch (Throwable thrown) {
      answer = new Object[] {null, thrown};
    }
    try {
      ReentryGuard.close(outer);
      if (answer.length > 1) {
        threw((Throwable) answer[1]);
      }
    } catch (Throwable fault) {
      call.fault("HttpClient 5 passive call", fault);
    }
    return answer;
  }

  @Override
  public void completed(T result) {
    try {
      takeOff();
      HttpResponse response = ownResponse();
      if (response != null) {
        attempt.responded(response.getCode(), new Apache5Headers(response), redirects.followed());
      }
    } catch (Throwable fault) {
      call.fault("HttpClient 5 passive call", fault);
    } finally {
      attempt.endedUnseen(); // Does nothing if the outcome was seen.
    }
    if (callback != null) {
      callback.completed(result);
    }
  }

  @Override
  public void failed(Exception thrown) {
    threw(thrown);
    if (callback != null) {
      callback.failed(thrown);
    }
  }

  @Override
  public void cancelled() {
    threw(new CancellationException());
    if (callback != null) {
      callback.cancelled();
    }
  }

  private void threw(Throwable thrown) {
    try {
      takeOff();
      Failure kind = ownResponse() == null ? Apache5Failures.classify(thrown) : Failure.OTHER;
      attempt.threw(thrown, kind, redirects.followed());
    } catch (Throwable fault) {
      call.fault("HttpClient 5 passive call", fault);
    } finally {
      attempt.endedUnseen();
    }
  }

  private void takeOff() {
    if (carried != null) {
      carried.takeOff(context);
    }
  }

  /** Returns this call's response, or null. The context may still hold that of an earlier call. */
  @SuppressWarnings("ReferenceEquality") // The same response, not an equal one.
  private HttpResponse ownResponse() {
    HttpResponse now = response();
    return now == before ? null : now;
  }

  private HttpResponse response() {
    return context instanceof HttpClientContext
        ? ((HttpClientContext) context).getResponse()
        : (HttpResponse) context.getAttribute(RESPONSE);
  }
}
