package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.ResumeRequests;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** Makes the requests for the rest of a blocking call's body (rule 10). */
final class ClassicResume implements ResumeRequests<ClassicHttpResponse> {
  private final ClassicExchange exchange;
  private final ClassicAttempt attempt;

  /** The application's request as it was when the response arrived. */
  private final ClassicHttpRequest request;

  ClassicResume(ClassicExchange exchange, ClassicAttempt attempt) {
    this.exchange = exchange;
    this.attempt = attempt;
    this.request = exchange.copy();
  }

  @Override
  public BlockingCall<ClassicHttpResponse> rest(StreamPlan plan) {
    ClassicHttpRequest rest = RequestCopy.of(request, request.getHeaders());
    rest.setPath(plan.target(request.getPath()));
    plan.ask(rest::setHeader);
    return new ClassicExchange(exchange, rest);
  }

  @Override
  public boolean isStopped() {
    return exchange.isAborted();
  }

  @Override
  public String uri(ClassicHttpResponse response, Attempt sent) {
    return exchange.uri(sent, request);
  }

  @Override
  public ClassicBodies bodies() {
    return ClassicBodies.INSTANCE;
  }

  @Override
  public boolean isCut(Throwable thrown) {
    return Apache5Failures.classifyCut(thrown) == Failure.CONNECTION_ERROR;
  }

  @Override
  public void abort(Attempt sent) {
    ((ClassicAttempt) sent).drop();
  }

  @Override
  public void dropFirst() {
    attempt.drop();
  }
}
