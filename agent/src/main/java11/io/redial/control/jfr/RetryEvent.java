package io.redial.control.jfr;

import io.redial.call.ObservedCall;
import io.redial.control.AttemptInfo;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/**
 * The fields that describe the call in all events. Events have no stack traces, which would show
 * Redial and the client.
 */
@Category({"Redial"})
@StackTrace(false)
abstract class RetryEvent extends Event {
  @Label("Call")
  @Description("The number of the call in the log")
  long call;

  @Label("Host")
  String host;

  @Label("Route")
  @Description("The route that the call took; empty if none matched")
  String route;

  @Label("Request")
  @Description("Method and URL, without secrets")
  String request;

  final void describe(ObservedCall observed) {
    call = observed.number();
    host = observed.hostName();
    route = AttemptInfo.route(observed);
    request = AttemptInfo.request(observed);
  }
}
