package io.redial.client.apache5;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.Dialer;
import io.redial.call.SyncDriver;
import io.redial.call.Threads;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Begins the calls of blocking clients. */
final class ClassicCalls {
  private final Dialer dialer;

  ClassicCalls(Dialer dialer) {
    this.dialer = dialer;
  }

  Object[] execute(
      CloseableHttpClient client, HttpHost target, ClassicHttpRequest request, HttpContext context)
      throws Throwable {
    if (request == null || Admission.admits(client)) {
      return null;
    }
    ClassicExchange exchange;
    Call call;
    Attempt first;
    try {
      Apache5Request described = new Apache5Request(request, target);
      if (described.isMalformed()) {
        return null;
      }
      call = dialer.dial(described, client, !Threads.currentIsVirtual());
      if (call == null) {
        Carried.anotherBegins(context);
        return null;
      }
      exchange = new ClassicExchange(client, target, request, context);
      exchange.prepare(call, described);
      first = exchange.attempt(call);
    } catch (Throwable fault) {
      dialer.fault("HttpClient 5 execute", fault);
      return null;
    }
    return new Object[] {SyncDriver.run(call, exchange, first)};
  }
}
