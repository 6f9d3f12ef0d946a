package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.Call;
import io.redial.call.RestRequests;
import io.redial.call.ResumableStream;
import io.redial.policy.HeaderFields;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.client.HttpClient;
import org.apache.http.conn.ConnectionReleaseTrigger;
import org.apache.http.protocol.HttpContext;

/** The requests for the rest of a blocking call's body (rule 10). */
final class ClassicRest implements RestRequests<HttpResponse> {
  private final HttpClient client;
  private final HttpHost target;
  private final HttpRequest original;
  private final RequestCopy request;
  private final HttpContext context;
  private final Closing closing;
  private final HttpResponse broken;

  /** The entity of that response as the client made it. */
  private final HttpEntity entity;

  private ClassicRest(
      HttpClient client,
      HttpHost target,
      HttpRequest original,
      RequestCopy request,
      HttpContext context,
      Closing closing,
      HttpResponse broken,
      HttpEntity entity) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.request = request;
    this.context = context;
    this.closing = closing;
    this.broken = broken;
    this.entity = entity;
  }

  /**
   * Makes the body of a response resumable, if the body can be resumed.
   *
   * @param view the application's request
   * @param uri where the response comes from, after all redirects
   * @return the response that the application gets
   */
  static HttpResponse prepare(
      HttpClient client,
      HttpHost target,
      RequestView view,
      HttpContext context,
      Closing closing,
      HttpResponse response,
      Call call,
      String uri)
      throws IOException {
    HttpEntity entity = response.getEntity();
    StatusLine line = response.getStatusLine();
    StreamPlan plan =
        entity == null || line == null || view.hasBody()
            ? null
            : StreamPlans.of(
                call.policy().resume(),
                view,
                line.getStatusCode(),
                new Apache4Headers(response),
                entity.getContentLength(),
                Clock.SYSTEM);
    if (plan == null) {
      return response;
    }
    plan.comesFrom(uri);
    ClassicRest rest =
        new ClassicRest(
            client,
            target,
            view.request,
            RequestCopy.frozen(view.request),
            context,
            closing,
            response,
            entity);
    ResumableStream<HttpResponse> content =
        new ResumableStream<>(call, plan, rest, contentOf(entity));
    response.setEntity(ResumableEntity.of(entity, content));
    return ResumableResponse.of(response, content);
  }

  /** Returns the content. It is not taken by a method that the application is to call later. */
  private static InputStream contentOf(HttpEntity entity) throws IOException {
    return entity instanceof BegunEntity ? ((BegunEntity) entity).content : entity.getContent();
  }

  @Override
  public Object client() {
    return client;
  }

  @Override
  public BlockingCall<HttpResponse> rest(StreamPlan plan) {
    HttpRequest rest = request.changedBy(plan);
    return new ClassicExchange(client, target, rest, new RestContext(context), null, closing);
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
  public int status(HttpResponse response) {
    return response.getStatusLine().getStatusCode();
  }

  @Override
  public HeaderFields headers(HttpResponse response) {
    return new Apache4Headers(response);
  }

  @Override
  public long length(HttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? 0 : entity.getContentLength();
  }

  @Override
  public InputStream content(HttpResponse response) throws IOException {
    return response.getEntity().getContent();
  }

  @Override
  public void abort(Attempt attempt) {
    try {
      Cancellation cancellation = ((ClassicAttempt) attempt).cancellation();
      if (cancellation != null) {
        cancellation.abort();
      }
    } catch (Throwable alreadyGone) {
      // The connection is gone, as intended.
    }
  }

  @Override
  public void drop(HttpResponse response, Attempt sent) {
    abort(response, null);
  }

  @Override
  public void dropFirst() {
    abort(broken, entity);
  }

  private static void abort(HttpResponse response, HttpEntity ofClient) {
    try {
      HttpEntity entity = ofClient != null ? ofClient : response.getEntity();
      if (entity instanceof ConnectionReleaseTrigger) {
        ((ConnectionReleaseTrigger) entity).abortConnection();
      } else if (response instanceof Closeable) {
        ((Closeable) response).close();
      }
    } catch (Throwable alreadyGone) {
      // The connection is gone, as intended.
    }
  }
}
