package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.BodyCopy;
import io.redial.call.Call;
import io.redial.call.SyncExchange;
import io.redial.policy.Failure;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.MinimalHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One {@code execute} of a blocking client: the application's arguments and its attempts. */
final class ClassicExchange implements SyncExchange<CloseableHttpResponse> {
  private final CloseableHttpClient client;
  private final HttpHost target;
  private final ClassicHttpRequest original;
  private final HttpContext context;
  private final ShownResponse shown;
  private AbortSignal abort;
  private CopiedEntity body;

  /** What the application set, where the client writes its own header fields beside it. */
  private Header[] headers;

  ClassicExchange(
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest original,
      HttpContext context) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.context = context != null ? context : HttpClientContext.create();
    this.shown = new ShownResponse(this.context);
  }

  void prepare(Call call, Apache5Request described) {
    abort = new AbortSignal(call);
    headers = client instanceof MinimalHttpClient ? original.getHeaders() : null;
    HttpEntity entity = original.getEntity();
    if (entity != null && call.mayBeRetried() && !Repeatable.entity(entity)) {
      body =
          new CopiedEntity(
              entity,
              new BodyCopy(
                  call.newReplayBuffer(),
                  () -> !AbortSignal.isAborted(original) && call.mayRepeat()));
      described.sends(body);
    }
  }

  @Override
  public ClassicAttempt attempt(Call call) {
    boolean first = call.attempts() == 0;
    if (!first && call.isClientClosed()) {
      return new ClassicAttempt(call, AttemptRequest.refusedCopyOf(original), null, context);
    }
    RequestChanges changes = RequestChanges.of(call.policy(), body);
    if (headers == null || (first && changes == null)) {
      return new ClassicAttempt(call, original, changes, context);
    }
    AttemptRequest copy = AttemptRequest.copyOf(original, headers);
    ClassicAttempt attempt = new ClassicAttempt(call, copy, changes, context);
    attempt.applyChanges(copy);
    return attempt;
  }

  @Override
  public CloseableHttpResponse send(Attempt attempt) throws Throwable {
    ClassicAttempt sent = (ClassicAttempt) attempt;
    if (attempt.number() > 1) {
      if (AbortSignal.isAborted(original)) {
        attempt.failure = ClassicAttempt.aborted(); // As the client's own retry layer does.
        throw attempt.failure;
      }
      restoreContext(attempt);
    }
    CloseableHttpResponse response = execute(sent);
    if (response != null && givesUp(sent, response)) {
      try {
        keep(response, sent);
      } catch (Throwable fault) {
        if (sent.kept == null) {
          letGoAnyhow(response, sent);
        }
        sent.call().fault("HttpClient 5 response", fault);
      }
    }
    return response;
  }

  private void keep(CloseableHttpResponse response, ClassicAttempt attempt) {
    if (body != null) {
      body.fence();
    }
    attempt.kept = KeptBody.read(response, attempt);
    abort.listenTo(original);
  }

  /** Whatever failed, the connection is let go of. */
  private static void letGoAnyhow(CloseableHttpResponse response, ClassicAttempt attempt) {
    try {
      KeptBody.letGo(response, attempt);
    } catch (Throwable fault) {
      attempt.drop();
    }
  }

  private void restoreContext(Attempt attempt) {
    try {
      shown.restore();
    } catch (Throwable fault) { // Of a context of the application's own.
      attempt.call().fault("HttpClient 5 context", fault);
    }
  }

  /** A response that cannot be looked at, of a mock for example, is the application's. */
  private static boolean givesUp(ClassicAttempt attempt, CloseableHttpResponse response) {
    try {
      return attempt
          .head(response.getCode(), new Apache5Headers(response), attempt.redirects().followed())
          .retries();
    } catch (Throwable fault) {
      attempt.givenUp = false;
      attempt.call().fault("HttpClient 5 response", fault);
      return false;
    }
  }

  private CloseableHttpResponse execute(ClassicAttempt attempt) throws Throwable {
    Carried carried = carry(attempt);
    try {
      CloseableHttpResponse response =
          ClassicCalls.attempt(attempt, client, target, attempt.request(), context);
      if (!attempt.arrive()) {
        attempt.failure = timeout();
        if (response != null) {
          KeptBody.letGo(response, attempt);
        }
        throw attempt.failure;
      }
      return response;
    } catch (Exception thrown) {
      if (thrown != attempt.failure) {
        throw thrown;
      }
      if (attempt.isStopped()) {
        attempt.failure = timeout();
      } else if (thrown instanceof CancellationException && attempt.isRefused()) {
        attempt.failure = ClassicAttempt.aborted(); // Newer versions do not translate it.
      }
      throw attempt.failure;
    } finally {
      attempt.end();
      takeOff(carried, attempt);
      if (body != null && attempt.missesChanges()) {
        body.over(); // The application's own entity went out: nothing is known of its bytes.
      }
    }
  }

  /** Null if the application's context does not take it. */
  private Carried carry(ClassicAttempt attempt) {
    try {
      return Carried.by(context, attempt);
    } catch (RuntimeException fault) {
      attempt.call().fault("HttpClient 5 context", fault);
      return null;
    }
  }

  private void takeOff(Carried carried, ClassicAttempt attempt) {
    try {
      if (carried != null) {
        carried.takeOff(context);
      }
    } catch (RuntimeException fault) {
      attempt.call().fault("HttpClient 5 context", fault);
    }
  }

  private static SocketTimeoutException timeout() {
    return new SocketTimeoutException("per-try-timeout");
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    if (AbortSignal.isAborted(original)) {
      return Failure.OTHER;
    }
    abort.listenTo(original);
    ClassicAttempt sent = (ClassicAttempt) attempt;
    return sent.isStopped() ? Failure.TIMEOUT : Apache5Failures.classify(thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return ((ClassicAttempt) attempt).redirects().followed();
  }

  @Override
  public CloseableHttpResponse restore(Attempt attempt, CloseableHttpResponse givenUp) {
    ClassicAttempt sent = (ClassicAttempt) attempt;
    return sent.kept != null && sent.kept.restoreTo(givenUp) ? givenUp : null;
  }

  /** As the client's own retry layer does it. */
  @Override
  public Throwable interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException();
  }

  @Override
  public void over() {
    try {
      abort.over();
    } finally {
      if (body != null) {
        body.over();
      }
    }
  }
}
