package io.redial.client.apache5;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.BodyCopy;
import io.redial.call.Call;
import io.redial.call.SyncExchange;
import io.redial.policy.Failure;
import io.redial.policy.RetryPolicy;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One {@code execute} of a blocking client: the application's arguments and its attempts. */
final class ClassicExchange implements SyncExchange<CloseableHttpResponse> {
  private final CloseableHttpClient client;
  private final HttpHost target;
  private final ClassicHttpRequest original;
  private final HttpContext context;
  private CopiedEntity body;

  ClassicExchange(
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest original,
      HttpContext context) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.context = context != null ? context : HttpClientContext.create();
  }

  void prepare(Call call, Apache5Request described) {
    HttpEntity entity = original.getEntity();
    if (entity != null && !Repeatable.entity(entity)) {
      body =
          new CopiedEntity(
              entity, new BodyCopy(call.newReplayBuffer(), () -> !isAborted() && call.mayRepeat()));
      described.sends(body);
    }
  }

  @Override
  public ClassicAttempt attempt(Call call) {
    ClassicAttempt attempt = new ClassicAttempt(call, original, context);
    RetryPolicy policy = call.policy();
    if (body != null) {
      attempt.request().setEntity(body);
    }
    if (policy.ifReady()) {
      attempt.request().setHeader("X-Kubernetes-If-Ready", "true");
    }
    if (policy.attemptHeader() != null) {
      attempt.request().setHeader(policy.attemptHeader(), Integer.toString(attempt.number()));
    }
    return attempt;
  }

  @Override
  public CloseableHttpResponse send(Attempt attempt) throws Throwable {
    ClassicAttempt sent = (ClassicAttempt) attempt;
    if (attempt.number() > 1 && isAborted()) {
      throw new RequestFailedException("Request aborted"); // As the client's own retry layer does.
    }
    CloseableHttpResponse response = execute(sent);
    if (sent.head(response.getCode(), new Apache5Headers(response), sent.redirects().followed())
        .retries()) {
      giveUp(sent, response);
    }
    return response;
  }

  private boolean isAborted() {
    return original instanceof CancellableDependency
        && ((CancellableDependency) original).isCancelled();
  }

  @SuppressWarnings("deprecation") // Newer versions advise against it; it is what everyone calls.
  private CloseableHttpResponse execute(ClassicAttempt attempt) throws Exception {
    Carried carried = Carried.by(context, attempt);
    attempt.begin();
    Object outer = Admission.open(client);
    try {
      CloseableHttpResponse response = client.execute(target, attempt.request(), context);
      if (!attempt.arrive()) {
        response.close();
        throw timeout();
      }
      return response;
    } catch (Exception thrown) {
      throw attempt.isStopped() ? timeout() : thrown;
    } finally {
      Admission.close(outer);
      attempt.end();
      carried.takeOff(context);
    }
  }

  private static SocketTimeoutException timeout() {
    return new SocketTimeoutException("per-try-timeout");
  }

  private void giveUp(ClassicAttempt attempt, CloseableHttpResponse response) {
    if (body != null) {
      body.fence();
    }
    attempt.keep(KeptBody.read(response, attempt));
    listenForAbort(attempt);
  }

  /** Aborting the request ends the wait that follows (rule 5.4). */
  private void listenForAbort(ClassicAttempt attempt) {
    if (original instanceof CancellableDependency) {
      Call call = attempt.call();
      ((CancellableDependency) original)
          .setDependency(
              () -> {
                call.abort();
                return true;
              });
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    ClassicAttempt sent = (ClassicAttempt) attempt;
    if (sent.request().isAborted()) {
      return Failure.OTHER;
    }
    listenForAbort(sent);
    return sent.isStopped() ? Failure.TIMEOUT : Apache5Failures.classify(thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return ((ClassicAttempt) attempt).redirects().followed();
  }

  @Override
  public CloseableHttpResponse restore(Attempt attempt, CloseableHttpResponse givenUp) {
    ClassicAttempt sent = (ClassicAttempt) attempt;
    return sent.kept() != null && sent.kept().restoreTo(givenUp) ? givenUp : null;
  }

  /** As the client's own retry layer does it. */
  @Override
  public Throwable interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException();
  }

  @Override
  public void over() {
    if (body != null) {
      body.over();
    }
  }
}
