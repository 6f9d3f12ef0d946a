package io.redial.client.jdk;

import io.redial.body.ResponseClock;
import io.redial.call.Call;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.Demand;
import io.redial.kernel.Exits;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.kernel.Handler;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * Takes the body of a response from the client for a {@link PushedBody}. Up to Java 11, the client
 * keeps it for as long as the application keeps the response, so at the end it refers to nothing.
 */
final class ResponseBody<T> implements BodySubscriber<T> {
  private static final String WHERE = "java.net.http response";

  private static final Exits<BodySubscriber<Object>, Subscription, Object> EXITS =
      new Exits<>(
          BodySubscriber::onSubscribe,
          BodySubscriber::onNext,
          Exits.withoutTrailers(BodySubscriber::onComplete),
          BodySubscriber::onError,
          null,
          BodySubscriber::getBody,
          Subscription::request,
          null,
          Subscription::cancel);

  private final ResponseSignals<Subscription> signals;
  private final CompletionStage<T> body;

  // Null once the client has asked for its body.
  private volatile PushedBody<?, ?, ?> replaced;
  private volatile Call call;

  /**
   * Creates a subscriber.
   *
   * @param body what the client is to make of the body
   */
  ResponseBody(ResponseSignals<Subscription> signals, CompletionStage<T> body) {
    this.signals = signals;
    this.body = body;
  }

  /** Has a body that is not the client's told when the client has its own. */
  void replaces(PushedBody<?, ?, ?> applications, Call of) {
    call = of;
    replaced = applications;
  }

  /** Returns a body whose head has just arrived. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // The exits are the same for all types of bodies.
  static <T> PushedBody<BodySubscriber<T>, Subscription, T> of(FaultLog log) {
    return new PushedBody<BodySubscriber<T>, Subscription, T>(
        log, (Exits) EXITS, Demand.Unit.ITEMS, 0, Paced::new);
  }

  /**
   * Returns what drains a response, so that its connection can be used again (rule 8.1).
   *
   * @param body that of the response
   * @param handler the application's, which gets the response if there is more than is kept; null
   *     to drop its connection then
   */
  static <T> ResponseBody<T> draining(
      Call call,
      ResponseInfo info,
      PushedBody<BodySubscriber<T>, Subscription, T> body,
      BodyDecisions<BodySubscriber<T>> decisions,
      Handler<ResponseInfo, BodySubscriber<T>> handler) {
    long drops = call.keepsConnection() ? -1 : lengthOnItsOwnConnection(info);
    ResponseSignals<Subscription> signals =
        body.drain(call.policy().drainBytes(), drops, decisions, handler, info);
    ResponseClock.drains(call, body);
    return new ResponseBody<>(signals, body.clientResult());
  }

  /**
   * Returns the announced length of a body that does not share its connection; -1 for any other
   * body. An HTTP/2 connection is shared, and the end of a chunked body is recognised too late.
   */
  private static long lengthOnItsOwnConnection(ResponseInfo info) {
    return info.version() == HttpClient.Version.HTTP_1_1
        ? info.headers().firstValueAsLong("Content-Length").orElse(-1)
        : -1;
  }

  /** The subscription of the application's subscriber. */
  private static final class Paced implements Subscription {
    private final PushedBody<?, ?, ?> body;

    Paced(PushedBody<?, ?, ?> body) {
      this.body = body;
    }

    @Override
    public void request(long n) {
      body.request(n);
    }

    @Override
    public void cancel() {
      body.cancel();
    }
  }

  @Override
  public CompletionStage<T> getBody() {
    PushedBody<?, ?, ?> held = replaced;
    Call log = call;
    replaced = null;
    call = null;
    // The client has it only when this method has returned.
    if (held != null && !FaultBoundary.run(log, WHERE, () -> log.timer().start(held::taken))) {
      held.taken();
    }
    return body;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    signals.begins(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    signals.bytes(piece);
  }

  @Override
  public void onError(Throwable thrown) {
    signals.failed(thrown);
  }

  @Override
  public void onComplete() {
    signals.end();
  }
}
