package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.ResumeRequests;
import io.redial.policy.stream.StreamPlan;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.protocol.HttpContext;

/** The requests for the rest of a blocking call's body (rule 10). */
final class ClassicResume implements ResumeRequests<HttpResponse> {
  private final HttpClient client;
  private final HttpHost target;
  private final HttpRequest original;
  private final RequestCopy request;
  private final HttpContext context;
  private final Closing closing;
  private final HttpResponse broken;

  /** The entity of that response before its content was made resumable. */
  private final HttpEntity entity;

  ClassicResume(
      HttpClient client,
      HttpHost target,
      HttpRequest original,
      HttpContext context,
      Closing closing,
      HttpResponse broken) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.request = RequestCopy.frozen(original);
    this.context = context;
    this.closing = closing;
    this.broken = broken;
    this.entity = broken.getEntity();
  }

  @Override
  public Object client() {
    return client;
  }

  @Override
  public BlockingCall<HttpResponse> rest(StreamPlan plan) {
    HttpRequest rest = request.changedBy(plan);
    return new ClassicExchange(client, target, rest, new ResumeContext(context), closing);
  }

  @Override
  public boolean isStopped() {
    return Aborts.isAborted(original) || closing.isShutDown(client);
  }

  @Override
  public String uri(HttpResponse response, Attempt sent) {
    return ((ClassicAttempt) sent).uri();
  }

  @Override
  public ClassicBodies bodies() {
    return ClassicBodies.INSTANCE;
  }

  @Override
  public void abort(Attempt attempt) {
    Cancellation cancellation = ((ClassicAttempt) attempt).cancellation();
    if (cancellation != null) {
      cancellation.abort();
    }
  }

  @Override
  public void dropFirst() {
    ClassicBodies.abort(broken, entity);
  }
}
