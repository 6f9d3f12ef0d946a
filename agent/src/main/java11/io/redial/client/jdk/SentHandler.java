package io.redial.client.jdk;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;

/**
 * The body handler that the client gets in place of the application's. The client may keep it with
 * a response or a connection. So it refers to the attempt, and through it to the call and its
 * client, only while the call lasts.
 */
final class SentHandler<T> implements BodyHandler<T>, ResendVeto {
  private static final String WHERE = "java.net.http response";

  private final BodyHandler<T> applications;
  private volatile AttemptHandler<T> attempt;

  /** Whether the attempt was ended because it took too long. */
  private volatile boolean timedOut;

  SentHandler(BodyHandler<T> applications, AttemptHandler<T> attempt) {
    this.applications = applications;
    this.attempt = attempt;
  }

  /** If Redial fails here, the application's own handler gets the response. */
  @Override
  public BodySubscriber<T> apply(ResponseInfo info) {
    AttemptHandler<T> underWay = attempt;
    if (underWay == null) {
      return timedOut ? UnwantedBody.subscriber() : applications.apply(info);
    }
    BodySubscriber<T> taking = null;
    try {
      taking = underWay.subscriber(info);
    } catch (Throwable fault) {
      underWay.giveUp(false);
      FaultBoundary.attempt(() -> underWay.call().fault(WHERE, fault));
    }
    if (taking == null) {
      underWay.asked = true;
      taking = applications.apply(info);
      try {
        taking = underWay.committed(info, taking);
      } catch (Throwable fault) {
        underWay.readsToTheEnd = false; // A body which breaks off is not requested again.
      }
    }
    if (!underWay.usesFuture || taking == null) {
      return taking;
    }
    BodySubscriber<T> taken = taking;
    return FaultBoundary.ask( // Or an interrupt ends the exchange even if this is whole.
        FaultLog.NONE, WHERE, () -> underWay.awaited = new AwaitedBody<>(taken), taken);
  }

  @Override
  public boolean suppressesClientRetry(Object reason) {
    AttemptHandler<T> underWay = attempt;
    boolean isRetry = underWay != null && underWay.number() > 1;
    return isRetry && ResendVeto.afterTheFirst(reason);
  }

  /** Stops reading a response that is given up on; returns false if there is none. */
  boolean stopGivenUpBody() {
    AttemptHandler<T> underWay = attempt;
    return underWay != null && underWay.stopGivenUpBody();
  }

  /** Detaches the attempt, because it or its call is over. */
  void release() {
    AttemptHandler<T> last = attempt;
    if (last == null) {
      return;
    }
    if (last.clock != null && last.clock.hasEnded()) {
      timedOut = true;
    }
    attempt = null;
  }
}
