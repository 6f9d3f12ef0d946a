package io.redial.client.jdk;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;

/**
 * What the client has in the place of the application's body handler. The client may keep it with a
 * response or a connection, so that it leads to the attempt, and from there to the call and its
 * client, only as long as the call lasts.
 */
final class SentHandler<T> implements BodyHandler<T> {
  private final BodyHandler<T> applications;
  private volatile AttemptHandler<T> attempt;

  SentHandler(BodyHandler<T> applications, AttemptHandler<T> attempt) {
    this.applications = applications;
    this.attempt = attempt;
  }

  /** If Redial fails here, the application's own handler gets the response. */
  @Override
  public BodySubscriber<T> apply(ResponseInfo info) {
    AttemptHandler<T> underWay = attempt;
    if (underWay == null) {
      return applications.apply(info);
    }
    try {
      BodySubscriber<T> givenUp = underWay.givenUpBody(info);
      if (givenUp != null) {
        return givenUp;
      }
    } catch (Throwable fault) {
      underWay.givenUp = false;
    }
    BodySubscriber<T> subscriber = applications.apply(info);
    try {
      underWay.committed(subscriber);
    } catch (Throwable fault) {
      // Nothing but that a body which breaks off is not asked for again.
    }
    return subscriber;
  }

  /** Whether the client is not to send again by itself, which it is about to (rule 7.1). */
  boolean standsBack(Object reason) {
    AttemptHandler<T> underWay = attempt;
    return underWay != null && underWay.standsBack(reason);
  }

  /** Whether its response is given up on, and is read no more. */
  boolean stopsGivenUpBody() {
    AttemptHandler<T> underWay = attempt;
    return underWay != null && underWay.stopsGivenUpBody();
  }

  /** The attempt or its call is over. */
  void release() {
    attempt = null;
  }
}
