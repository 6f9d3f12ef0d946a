package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.Call;
import io.redial.call.RestRequests;
import io.redial.call.ResumableStream;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Makes the requests for the rest of a blocking call's body (rule 10). */
final class ClassicRest implements RestRequests<CloseableHttpResponse> {
  private final CloseableHttpClient client;
  private final HttpHost target;
  private final AttemptRequest request;
  private final HttpContext context;
  private final ClassicAttempt attempt;

  private ClassicRest(
      CloseableHttpClient client,
      HttpHost target,
      AttemptRequest request,
      HttpContext context,
      ClassicAttempt attempt) {
    this.client = client;
    this.target = target;
    this.request = request;
    this.context = context;
    this.attempt = attempt;
  }

  /**
   * Makes a response's body resumable, if it can be continued.
   *
   * @param headers the application's header fields if the client has added its own, or null
   * @param uri where the response comes from, after all redirects
   */
  static void prepare(
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest original,
      Header[] headers,
      HttpContext context,
      CloseableHttpResponse response,
      ClassicAttempt attempt,
      String uri)
      throws IOException {
    Call call = attempt.call();
    HttpEntity entity = response.getEntity();
    StreamPlan plan =
        entity == null || original.getEntity() != null
            ? null
            : StreamPlans.of(
                call.policy().resume(),
                new Apache5Request(original, target),
                response.getCode(),
                Apache5Headers.of(response, entity),
                entity.getContentLength(),
                Clock.SYSTEM);
    if (plan == null) {
      return;
    }
    plan.comesFrom(uri);
    ClassicRest rest =
        new ClassicRest(
            client,
            target,
            AttemptRequest.copyOf(original, headers != null ? headers : original.getHeaders()),
            context,
            attempt);
    response.setEntity(
        new ResumableEntity(entity, new ResumableStream<>(call, plan, rest, contentOf(entity))));
  }

  /** Returns the content without calling a method that the application is to call later. */
  private static InputStream contentOf(HttpEntity entity) throws IOException {
    return entity instanceof BegunEntity ? ((BegunEntity) entity).content : entity.getContent();
  }

  @Override
  public Object client() {
    return client;
  }

  @Override
  public BlockingCall<CloseableHttpResponse> rest(StreamPlan plan) {
    AttemptRequest rest = AttemptRequest.copyOf(request, request.getHeaders());
    rest.setPath(plan.target(request.getPath()));
    plan.ask(rest::setHeader);
    return new ClassicExchange(client, target, rest, RestContext.of(context));
  }

  @Override
  public boolean isStopped() {
    return request.isCancelled();
  }

  @Override
  public String uri(CloseableHttpResponse response, Attempt sent) {
    return ((ClassicAttempt) sent).redirects().uri(new Apache5Request(request, target));
  }

  @Override
  public int status(CloseableHttpResponse response) {
    return response.getCode();
  }

  @Override
  public HeaderFields headers(CloseableHttpResponse response) {
    return Apache5Headers.of(response, response.getEntity());
  }

  @Override
  public long length(CloseableHttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? 0 : entity.getContentLength();
  }

  @Override
  public InputStream content(CloseableHttpResponse response) throws IOException {
    return response.getEntity().getContent();
  }

  @Override
  public boolean isCut(Throwable thrown) {
    return Apache5Failures.classifyCut(thrown) == Failure.CONNECTION_ERROR;
  }

  @Override
  public void abort(Attempt sent) {
    try {
      ((ClassicAttempt) sent).drop();
    } catch (Throwable fault) {
      KeptBody.discard((ClassicAttempt) sent);
    }
  }

  @Override
  public void drop(CloseableHttpResponse response, Attempt sent) {
    KeptBody.release(response, (ClassicAttempt) sent);
  }

  @Override
  public void dropFirst() {
    attempt.drop();
  }
}
