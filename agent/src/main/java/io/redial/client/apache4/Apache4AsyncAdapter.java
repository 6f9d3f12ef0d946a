package io.redial.client.apache4;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.Dialer;
import io.redial.client.Adapter;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/** Leads the methods of the asynchronous clients to calls. Thread-safe. */
public final class Apache4AsyncAdapter implements Adapter {
  private final Dialer dialer;
  private final Closing closing;

  /** An adapter that begins its calls there. */
  public Apache4AsyncAdapter(Dialer dialer) {
    this.dialer = dialer;
    this.closing = new Closing(dialer);
  }

  @Override
  @SuppressWarnings("unchecked") // The woven method's own signature.
  public Object[] enter(String seam, Object[] arguments) throws Throwable {
    switch (seam) {
      case "apache4.async":
        return execute(
            (CloseableHttpAsyncClient) arguments[0],
            (HttpAsyncRequestProducer) arguments[1],
            (HttpAsyncResponseConsumer<Object>) arguments[2],
            (HttpContext) arguments[3],
            (FutureCallback<Object>) arguments[4]);
      case "apache4.close":
        return closing.client(arguments[0]);
      default:
        return null;
    }
  }

  private <T> Object[] execute(
      CloseableHttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback)
      throws Throwable {
    if (Admission.admits(client, producer)
        || producer == null
        || producer instanceof DescribedProducer
        || consumer == null
        || !client.isRunning()) {
      return null; // What the client has to say to that is for it to say.
    }
    HttpHost target = null;
    HttpRequest request = null;
    Throwable refusal = null;
    try {
      target = producer.getTarget();
      request = producer.generateRequest();
    } catch (Throwable thrown) {
      refusal = thrown;
    }
    AsyncApacheExchange<T> exchange = null;
    Attempt first = null;
    WatchedCall<T> watched = null;
    HttpContext itsContext = context;
    try {
      RequestView view = request == null ? null : RequestView.of(target, request);
      Call call = view == null ? null : dialer.dial(view, client, false);
      if (call != null && call.isPassive()) {
        itsContext = context != null ? context : new BasicHttpContext();
        watched = new WatchedCall<>(call, request, itsContext, callback);
      } else if (call != null) {
        exchange =
            new AsyncApacheExchange<>(
                call, client, producer, consumer, context, callback, target, view);
        first = exchange.attempt(call);
        Object[] answer = exchange.start(first);
        if (answer != null) {
          return answer;
        }
      }
    } catch (Throwable fault) {
      dialer.fault("Apache HttpAsyncClient 4 execute", fault);
      watched = null;
      if (first != null && first.made) {
        return first.failure == null
            ? new Object[] {exchange.future}
            : new Object[] {null, first.failure};
      }
    }
    return leave(
        client,
        DescribedProducer.of(producer, target, request, refusal),
        consumer,
        itsContext,
        watched != null ? watched : callback);
  }

  /** The call is the client's, whose producer was asked already, and may be so only once. */
  private <T> Object[] leave(
      CloseableHttpAsyncClient client,
      HttpAsyncRequestProducer described,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback)
      throws Throwable {
    HttpAsyncRequestProducer producer = described;
    Object outer = null;
    try {
      outer = Admission.open(client);
    } catch (Throwable fault) {
      dialer.fault("Apache HttpAsyncClient 4 execute", fault);
      producer = DescribedProducer.of(described); // By which the gate lets it through.
    }
    Object[] answer;
    try {
      answer = new Object[] {client.execute(producer, consumer, context, callback)};
    } catch (Throwable thrown) {
      answer = new Object[] {null, thrown};
    }
    try {
      Admission.close(outer);
      if (callback instanceof WatchedCall && answer.length > 1) {
        ((WatchedCall<?>) callback).neverBegan();
      }
    } catch (Throwable fault) {
      dialer.fault("Apache HttpAsyncClient 4 execute", fault);
    }
    return answer;
  }
}
