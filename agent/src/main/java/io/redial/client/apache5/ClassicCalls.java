package io.redial.client.apache5;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.BodyFault;
import io.redial.call.Call;
import io.redial.call.Dialer;
import io.redial.call.PassiveAttempt;
import io.redial.call.SyncDriver;
import io.redial.call.Threads;
import io.redial.client.ClientThrew;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Begins the calls of blocking clients, and is asked by these while they make the attempts. */
final class ClassicCalls {
  private final Dialer dialer;

  ClassicCalls(Dialer dialer) {
    this.dialer = dialer;
  }

  Object[] execute(
      CloseableHttpClient client, HttpHost target, ClassicHttpRequest request, HttpContext context)
      throws Throwable {
    if (request == null || Admission.admits(client, request)) {
      return null;
    }
    Call call = null;
    ClassicExchange exchange = null;
    Attempt first = null;
    try {
      Apache5Request described = new Apache5Request(request, target);
      call =
          described.isMalformed()
              ? null
              : dialer.dial(described, client, !Threads.currentIsVirtual());
      if (call != null && call.isPassive()) {
        first = new PassiveAttempt(call);
      } else if (call != null) {
        exchange = new ClassicExchange(client, target, request, context);
        exchange.prepare(call, described);
        first = exchange.attempt(call);
      }
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 execute", fault);
      first = null;
    }
    if (first == null) {
      Carried.anotherBegins(context);
      return CurrentAttempt.get() == null ? null : aside(client, target, request, context);
    }
    return first instanceof PassiveAttempt
        ? watched((PassiveAttempt) first, client, target, request, context)
        : SyncDriver.run(call, exchange, first);
  }

  /** A call inside an attempt which is left to the client: its retries are its own (rule 7.2). */
  private static Object[] aside(
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest request,
      HttpContext context) {
    return answer(null, client, target, request, context);
  }

  /** The application's own objects go to the client, and what comes of it is looked at. */
  private Object[] watched(
      PassiveAttempt attempt,
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest request,
      HttpContext context) {
    Carried.anotherBegins(context);
    Redirects redirects = context == null ? null : new Redirects(context, request);
    Object[] answer = answer(attempt, client, target, request, context);
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
   * Uses the client; gives what it is to return, or null and what it is to throw.
   *
   * @param attempt what is made with it, or null if Redial has nothing to do with it
   */
  @SuppressWarnings("deprecation") // Newer versions advise against it; it is what everyone calls.
  private static Object[] answer(
      Attempt attempt,
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest request,
      HttpContext context) {
    Object[] answer;
    Attempt outer = CurrentAttempt.begin(attempt);
    Object admitted = Admission.open(client);
    try {
      answer = new Object[] {client.execute(target, request, context)};
    } catch (Throwable thrown) {
      answer = new Object[] {null, thrown};
    }
    end(outer, admitted);
    return answer;
  }

  /** Uses the client for an attempt; what it throws is the attempt's failure. */
  @SuppressWarnings("deprecation") // Newer versions advise against it; it is what everyone calls.
  static CloseableHttpResponse attempt(
      ClassicAttempt attempt,
      CloseableHttpClient client,
      HttpHost target,
      ClassicHttpRequest request,
      HttpContext context)
      throws Exception {
    Attempt outer = CurrentAttempt.begin(attempt);
    Object admitted = Admission.open(client);
    try {
      attempt.made = true;
      CloseableHttpResponse response = client.execute(target, request, context);
      attempt.response = response;
      return response;
    } catch (Throwable thrown) {
      attempt.failure = thrown;
      throw thrown;
    } finally {
      end(outer, admitted);
    }
  }

  private static void end(Attempt outer, Object admitted) {
    try {
      Admission.close(admitted);
    } finally {
      CurrentAttempt.end(outer);
    }
  }

  /** The client is about to send its own copy of a request, so that the application's can stay. */
  void copied(ClassicHttpRequest copy) {
    ClassicAttempt attempt = CurrentAttempt.retriable();
    if (attempt != null) {
      try {
        attempt.applyChanges(copy);
      } catch (Throwable fault) {
        dialer.fault("HttpClient 5 request", fault);
      }
    }
  }

  /** The client takes a connection from its pool: null to let it do so as it did. */
  Object[] acquire(
      ExecRuntime runtime, String id, HttpRoute route, Object state, HttpClientContext context)
      throws ClientThrew {
    ClassicAttempt attempt = CurrentAttempt.retriable();
    if (attempt == null || !attempt.beginWith(runtime)) {
      return null;
    }
    if (attempt.missesChanges() && attempt.number() > 1) {
      throw new ClientThrew(new BodyFault()); // The application's own entity was read already.
    }
    Exception refusal = attempt.isRefused() ? ClassicAttempt.aborted() : null;
    try {
      runtime.acquireEndpoint(id, route, state, context);
      if (refusal != null) {
        runtime.discardEndpoint(); // The pool is another client's, too, and so was not closed.
        throw refusal;
      }
    } catch (Throwable thrown) {
      throw new ClientThrew(thrown);
    }
    try {
      attempt.connected();
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 connection", fault);
    }
    return new Object[] {null};
  }

  /** The client asks whether a response's connection goes back to the pool. */
  Object[] keepAlive(
      ConnectionReuseStrategy strategy,
      HttpRequest request,
      HttpResponse response,
      HttpContext context)
      throws ClientThrew {
    boolean keeps;
    try {
      keeps = strategy.keepAlive(request, response, context);
    } catch (Throwable itsOwn) {
      throw new ClientThrew(itsOwn);
    }
    return new Object[] {keeps && !drops(response)};
  }

  private boolean drops(HttpResponse response) {
    try {
      ClassicAttempt attempt = CurrentAttempt.retriable();
      return attempt != null
          && response instanceof ClassicHttpResponse
          && attempt.dropsConnectionOf((ClassicHttpResponse) response);
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 connection", fault);
      return false;
    }
  }
}
