package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.ResumeRequests;
import io.redial.policy.stream.StreamPlan;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;

/** The requests for the rest of a blocking call's body (rule 10). */
final class ClassicResume implements ResumeRequests<HttpResponse> {
  private final ClassicExchange exchange;
  private final RequestCopy request;
  private final HttpResponse broken;

  /** The entity of that response before its content was made resumable. */
  private final HttpEntity entity;

  /** The call for the rest that was made last. */
  private ClassicExchange asking;

  ClassicResume(ClassicExchange exchange, HttpResponse broken) {
    this.exchange = exchange;
    this.request = RequestCopy.frozen(exchange.original);
    this.broken = broken;
    this.entity = broken.getEntity();
  }

  @Override
  public BlockingCall<HttpResponse> rest(StreamPlan plan) {
    asking = exchange.rest(request.changedBy(plan));
    return asking;
  }

  @Override
  public boolean isStopped() {
    return exchange.isStopped();
  }

  @Override
  public String uri(HttpResponse response, Attempt sent) {
    return asking.uri(sent);
  }

  @Override
  public ClassicBodies bodies() {
    return ClassicBodies.INSTANCE;
  }

  @Override
  public void abort(Attempt attempt) {
    Cancellation cancellation = ((ClassicAttempt) attempt).cancellation;
    if (cancellation != null) {
      cancellation.abort();
    }
  }

  @Override
  public void dropFirst() {
    ClassicBodies.abort(broken, entity);
  }
}
