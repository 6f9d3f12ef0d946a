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

  @Override
  public BodySubscriber<T> apply(ResponseInfo info) {
    AttemptHandler<T> underWay = attempt;
    return underWay == null ? applications.apply(info) : underWay.apply(info);
  }

  /** Whether the client is not to send again by itself, which it is about to (rule 7.1). */
  boolean standsBack(Object reason) {
    AttemptHandler<T> underWay = attempt;
    return underWay != null && underWay.standsBack(reason);
  }

  /** The attempt or its call is over. */
  void letGo() {
    attempt = null;
  }
}
