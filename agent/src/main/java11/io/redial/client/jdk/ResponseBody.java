package io.redial.client.jdk;

import io.redial.kernel.Demand;
import io.redial.kernel.Exits;
import io.redial.kernel.FaultLog;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * Takes the body of a response from the client for a {@link PushedBody}. Up to Java 11, the client
 * keeps it for as long as the application keeps the response, so at the end it refers to nothing.
 */
final class ResponseBody<T> implements BodySubscriber<T> {
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
  private volatile Runnable taken;

  /**
   * Creates a subscriber.
   *
   * @param body what the client is to make of the body
   * @param taken run when the client asks for that; may be null
   */
  ResponseBody(ResponseSignals<Subscription> signals, CompletionStage<T> body, Runnable taken) {
    this.signals = signals;
    this.body = body;
    this.taken = taken;
  }

  /** Returns a body whose head has just arrived. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // The exits are the same for all types of bodies.
  static <T> PushedBody<BodySubscriber<T>, Subscription, T> of(FaultLog log) {
    return new PushedBody<BodySubscriber<T>, Subscription, T>(
        log, (Exits) EXITS, Demand.Unit.ITEMS, 0, Paced::new);
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
    Runnable asked = taken;
    taken = null;
    if (asked != null) {
      asked.run();
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
