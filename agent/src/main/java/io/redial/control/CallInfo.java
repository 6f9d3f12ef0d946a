package io.redial.control;

import io.redial.call.ObservedCall;
import io.redial.control.log.LogLine;

/**
 * The call of an attempt or of a wait. It holds texts of limited length and no reference to the
 * call, so that it can be kept after the call has ended. Immutable.
 */
public abstract class CallInfo {
  private final long call;
  private final String host;
  private final String route;
  private final String request;

  CallInfo(ObservedCall observed) {
    call = observed.number();
    host = observed.hostName();
    route = observed.policy().route() == null ? "" : observed.policy().route();
    request = LogLine.shortened(LogLine.request(observed));
  }

  /** The number of the call. */
  public final long getCall() {
    return call;
  }

  /** {@code scheme://host:port}. */
  public final String getHost() {
    return host;
  }

  /** The route of the call; empty if no route matched. */
  public final String getRoute() {
    return route;
  }

  /** Method and URL, without secrets. */
  public final String getRequest() {
    return LogLine.shortened(request); // Option redact may have been set since.
  }
}
