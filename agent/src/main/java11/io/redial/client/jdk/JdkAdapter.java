package io.redial.client.jdk;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.Dialer;
import io.redial.call.SyncDriver;
import io.redial.call.Threads;
import io.redial.client.Adapter;
import io.redial.client.ClientThrew;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;

/** Leads the methods of {@code HttpClientFacade} to calls. Thread-safe. */
public final class JdkAdapter implements Adapter {
  private static final ThreadLocal<HttpClient> CLOSING = new ThreadLocal<>();

  private final Dialer dialer;
  private final UnsettledCalls unsettled;

  /** An adapter that begins its calls there. */
  public JdkAdapter(Dialer dialer) {
    this.dialer = dialer;
    this.unsettled = new UnsettledCalls(dialer);
  }

  @Override
  @SuppressWarnings("unchecked") // The woven methods' own signatures.
  public Object[] enter(String seam, Object[] arguments) throws Throwable {
    if (seam.equals("jdk.resend")) {
      return standsBack(arguments[1], arguments[2]) ? arguments : null;
    }
    HttpClient client = (HttpClient) arguments[0];
    switch (seam) {
      case "jdk.send":
        return send(client, (HttpRequest) arguments[1], (BodyHandler<Object>) arguments[2]);
      case "jdk.sendAsync":
        return sendAsync(
            client,
            (HttpRequest) arguments[1],
            (BodyHandler<Object>) arguments[2],
            arguments.length > 3 ? (PushPromiseHandler<Object>) arguments[3] : null);
      case "jdk.shutdown":
        shutDown(client, false);
        return null;
      case "jdk.close":
        shutDown(client, true);
        return null;
      case "jdk.shutdownNow":
        return shutdownNow(client);
      default:
        return null;
    }
  }

  /** Whether the client is not to send again by itself, which it is about to (rule 7.1). */
  private boolean standsBack(Object handler, Object reason) {
    try {
      return handler instanceof SentHandler && ((SentHandler<?>) handler).standsBack(reason);
    } catch (Throwable fault) {
      dialer.fault("java.net.http re-send", fault);
      return false;
    }
  }

  private <T> Object[] send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws Throwable {
    if (Admission.admits(client, request)) {
      return null;
    }
    JdkExchange<T> exchange;
    Call call;
    Attempt first = null;
    WatchedCall watched = null;
    try {
      exchange = new JdkExchange<>(client, unsettled, request, handler, null);
      call = dial(exchange, client, !Threads.currentIsVirtual());
      if (call == null) {
        return null;
      }
      if (call.isPassive()) {
        watched = new WatchedCall(call, client);
      } else {
        exchange.prepare(call);
        first = exchange.attempt(call);
      }
    } catch (Throwable fault) {
      dialer.fault("java.net.http send", fault);
      return null;
    }
    if (watched != null) {
      return watched.send(request, handler);
    }
    Object[] answer = SyncDriver.run(call, exchange, first);
    try {
      exchange.outcomeGiven();
    } catch (Throwable fault) {
      dialer.fault("java.net.http send", fault);
    }
    return answer;
  }

  private <T> Object[] sendAsync(
      HttpClient client,
      HttpRequest request,
      BodyHandler<T> handler,
      PushPromiseHandler<T> pushHandler)
      throws Throwable {
    if (Admission.admits(client, request)) {
      return null;
    }
    AsyncJdkExchange<T> exchange;
    Attempt first = null;
    WatchedCall watched = null;
    try {
      exchange = new AsyncJdkExchange<>(client, unsettled, request, handler, pushHandler);
      Call call = dial(exchange, client, false);
      if (call == null) {
        return null;
      }
      if (call.isPassive()) {
        watched = new WatchedCall(call, client);
      } else {
        exchange.prepare(call);
        exchange.bind(call);
        first = exchange.attempt(call);
      }
    } catch (Throwable fault) {
      dialer.fault("java.net.http sendAsync", fault);
      return null;
    }
    return watched != null
        ? watched.sendAsync(request, handler, pushHandler)
        : exchange.start(first);
  }

  private <T> Call dial(JdkExchange<T> exchange, HttpClient client, boolean parks) {
    if (exchange.isLeftToTheClient()) {
      return null;
    }
    Call call = dialer.dial(exchange.request(), client, parks);
    if (call != null) {
      exchange.limit(call);
    }
    return call;
  }

  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  private static boolean isClosing(HttpClient client) {
    return CLOSING.get() == client;
  }

  /** The client is about to refuse new attempts, and, when it is closed, to wait for all others. */
  private void shutDown(HttpClient client, boolean closes) {
    try {
      unsettled.settle(client, closes);
    } catch (Throwable fault) {
      dialer.fault("java.net.http shutdown", fault);
    }
  }

  /** Ends waits only once the client is closed, so that its own answer follows (rule 5.4). */
  private Object[] shutdownNow(HttpClient client) throws ClientThrew {
    if (isClosing(client)) {
      return null;
    }
    CLOSING.set(client);
    try {
      Closing.shutdownNow(client);
    } catch (Throwable thrown) {
      throw new ClientThrew(thrown);
    } finally {
      closed(client);
    }
    return new Object[] {null};
  }

  /** The client's own closing is over, and no fault of ours changes that. */
  private void closed(HttpClient client) {
    try {
      CLOSING.remove();
      dialer.closed(client);
    } catch (Throwable fault) {
      dialer.fault("java.net.http close", fault);
    }
  }
}
