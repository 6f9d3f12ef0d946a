package io.redial.client.toy;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.OutgoingRequest;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.Collections;
import toy.ToyClient;
import toy.ToyResponse;

/** One {@code send}: what is asked for, how an attempt is made, and how its outcome reads. */
final class ToyCall implements BlockingCall<ToyResponse>, OutgoingRequest {
  private final ToyClient client;
  private final String method;
  private final URI uri;

  ToyCall(ToyClient client, String method, URI uri) {
    this.client = client;
    this.method = method;
    this.uri = uri;
  }

  @Override
  public OutgoingRequest request() {
    return uri == null || uri.getHost() == null ? null : this; // The client has its own exception.
  }

  @Override
  public ToyResponse send(Attempt attempt) throws Throwable {
    Object outer = ReentryGuard.open(client);
    try {
      attempt.markMade();
      ToyResponse response = client.send(method, uri);
      attempt.returned(response);
      attempt.head(response.status(), response::headers, false);
      return response;
    } catch (Throwable thrown) {
      attempt.failedWith(thrown);
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    return thrown instanceof ConnectException
        ? Failure.CONNECT_FAILURE
        : thrown instanceof IOException ? Failure.CONNECTION_ERROR : Failure.OTHER;
  }

  @Override
  public ToyResponse restore(Attempt attempt, ToyResponse givenUp) {
    return givenUp; // It is whole.
  }

  @Override
  public Throwable interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException();
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public HeaderFields headers() {
    return name -> Collections.emptyList();
  }

  @Override
  public boolean repeatable() {
    return true; // It has no body.
  }

  @Override
  public String scheme() {
    return "http";
  }

  @Override
  public String host() {
    return uri.getHost();
  }

  @Override
  public int port() {
    return uri.getPort();
  }

  @Override
  public String path() {
    return uri.getRawPath();
  }
}
