package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.RetryOutlook;
import io.redial.call.body.BodyCopy;
import io.redial.policy.Failure;
import java.io.IOException;
import java.io.InterruptedIOException;
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

/**
 * One {@code execute} of a blocking client: the application's arguments, and the attempts that are
 * made from them.
 */
final class ClassicExchange implements BlockingCall<CloseableHttpResponse> {
  private final CloseableHttpClient client;
  private final HttpHost target;
  private final ClassicHttpRequest original;
  private final HttpContext given;
  private Apache5Request described;
  private HttpContext context;
  private ShownResponse shown;
  private AbortSignal abort;
  private CopiedEntity body;

  /** The path of the request in place of the application's, or null. */
  private String path;

  /**
   * The header fields that the application set, if the client writes its own into the same request;
   * otherwise null.
   */
  private Header[] headers;

  ClassicExchange(
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest original,
      HttpContext context) {
    this.client = client;
    this.target = target;
    this.original = original;
    this.given = context;
  }

  @Override
  public OutgoingRequest request() {
    described = new Apache5Request(original, target);
    return described.isMalformed() ? null : described;
  }

  @Override
  public Attempt prepare(Call call) {
    context = given != null ? given : HttpClientContext.create();
    shown = new ShownResponse(context);
    abort = new AbortSignal(call);
    headers = client instanceof MinimalHttpClient ? original.getHeaders() : null;
    HttpEntity entity = original.getEntity();
    path =
        entity == null && !isRest() ? RequestChanges.path(call.policy(), original, target) : null;
    if (entity != null && call.mayBeRetried() && !Repeatable.entity(entity)) {
      body =
          new CopiedEntity(
              entity,
              new BodyCopy(
                  call.newReplayBuffer(),
                  () -> !AbortSignal.isAborted(original) && RetryOutlook.canResend(call)));
      described.sends(body);
    }
    return attempt(call);
  }

  /** Returns whether the call requests the rest of a body, which itself handles further cuts. */
  private boolean isRest() {
    return original instanceof AttemptRequest;
  }

  /** Lets the client use the application's own objects, and only looks at the outcome. */
  @Override
  public Object[] watch(PassiveAttempt attempt) {
    AttemptContext.anotherBegins(given);
    Redirects redirects = given == null ? null : new Redirects(given, original);
    Object[] answer = ClassicCalls.answer(attempt, client, target, original, given);
    try {
      boolean redirected = redirects != null && redirects.followed();
      if (answer.length == 1) {
        CloseableHttpResponse response = (CloseableHttpResponse) answer[0];
        attempt.responded(response.getCode(), new Apache5Headers(response), redirected);
      } else {
        Throwable thrown = (Throwable) answer[1];
        attempt.threw(thrown, Apache5Failures.classify(thrown), redirected);
      }
    } catch (Throwable ofAMock) {
      attempt.endedUnseen();
    }
    return answer;
  }

  /**
   * Leaves the call to the client, with the client's own retries even inside an attempt (rule 7.2).
   */
  @Override
  public Object[] leave() {
    AttemptContext.anotherBegins(given);
    return CurrentAttempt.get() == null
        ? null
        : ClassicCalls.answer(null, client, target, original, given);
  }

  @Override
  public ClassicAttempt attempt(Call call) {
    boolean first = call.attempts() == 0;
    if (!first && call.isClientClosed()) {
      return new ClassicAttempt(call, AttemptRequest.refusedCopyOf(original), null, context);
    }
    RequestChanges changes = RequestChanges.of(call.policy(), body, path);
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
    if (response == null) {
      return null;
    }
    if (!sent.givesUp(response)) {
      try {
        BegunEntity.begin(response, sent, thrown -> classify(sent, thrown));
      } catch (IOException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        sent.call().fault("HttpClient 5 response", fault);
      }
      prepareRest(response, sent);
    } else {
      try {
        keep(response, sent);
      } catch (Throwable fault) {
        if (sent.kept == null) {
          releaseAfterFault(response, sent);
        }
        sent.call().fault("HttpClient 5 response", fault);
      }
    }
    return response;
  }

  /** Makes the response's body resumable after a cut before the application gets the response. */
  private void prepareRest(CloseableHttpResponse response, ClassicAttempt attempt) {
    try {
      if (!isRest() && !attempt.call().policy().resume().isEmpty()) {
        String uri = attempt.redirects().uri(described);
        ClassicRest.prepare(client, target, original, headers, context, response, attempt, uri);
      }
    } catch (Throwable fault) { // A mock may throw, for example.
      attempt.call().fault("HttpClient 5 response", fault);
    }
  }

  private void keep(CloseableHttpResponse response, ClassicAttempt attempt) {
    if (body != null) {
      body.fence();
    }
    attempt.kept = KeptBody.read(response, attempt);
    abort.listenTo(original);
  }

  /** Releases the connection even if something has failed before. */
  private static void releaseAfterFault(CloseableHttpResponse response, ClassicAttempt attempt) {
    try {
      KeptBody.release(response, attempt);
    } catch (Throwable fault) {
      KeptBody.discard(attempt);
    }
  }

  private void restoreContext(Attempt attempt) {
    try {
      shown.restore();
    } catch (Throwable fault) { // The application's own context threw.
      attempt.call().fault("HttpClient 5 context", fault);
    }
  }

  private CloseableHttpResponse execute(ClassicAttempt attempt) throws Throwable {
    AttemptContext carried = AttemptContext.acceptedBy(context, attempt);
    try {
      CloseableHttpResponse response =
          ClassicCalls.attempt(attempt, client, target, attempt.request(), context);
      if (!attempt.arrive()) {
        attempt.failure = ClassicAttempt.timedOut();
        if (response != null) {
          KeptBody.release(response, attempt);
        }
        throw attempt.failure;
      }
      return response;
    } catch (Exception thrown) {
      if (thrown != attempt.failure) {
        throw thrown;
      }
      if (attempt.isStopped()) {
        attempt.failure = ClassicAttempt.timedOut();
      } else if (thrown instanceof CancellationException && attempt.isRefused()) {
        attempt.failure = ClassicAttempt.aborted(); // Newer versions do not wrap it.
      }
      throw attempt.failure;
    } finally {
      attempt.end();
      takeOff(carried, attempt);
      if (body != null && attempt.missesChanges()) {
        body.finish(); // The application's own entity was sent, so its bytes were not copied.
      }
    }
  }

  private void takeOff(AttemptContext carried, ClassicAttempt attempt) {
    try {
      if (carried != null) {
        carried.takeOff(context);
      }
    } catch (RuntimeException fault) {
      attempt.call().fault("HttpClient 5 context", fault);
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    if (AbortSignal.isAborted(original)) {
      return Failure.OTHER;
    }
    abort.listenTo(original);
    ClassicAttempt sent = (ClassicAttempt) attempt;
    return sent.isStopped() ? Failure.TIMEOUT : Apache5Failures.of(sent, thrown);
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

  /** Returns what the client's own retry layer throws when it is interrupted. */
  @Override
  public Throwable interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException();
  }

  @Override
  public void finish() {
    try {
      abort.finish();
    } finally {
      if (body != null) {
        body.finish();
      }
    }
  }
}
