package io.redial.client.apache4;

import io.redial.call.Admission;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.Dialer;
import io.redial.client.Adapter;
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
        || consumer == null
        || !client.isRunning()) {
      return null; // What the client has to say to that is for it to say.
    }
    Description description = Description.of(producer);
    AsyncApacheExchange<T> exchange = null;
    Attempt first = null;
    WatchedCall<T> watched = null;
    HttpContext itsContext = context;
    try {
      Call call = dial(description, client);
      if (call != null && call.isPassive()) {
        itsContext = context != null ? context : new BasicHttpContext();
        watched = new WatchedCall<>(call, description.request(), itsContext, callback);
      } else if (call != null) {
        exchange =
            new AsyncApacheExchange<>(
                call, client, producer, consumer, context, callback, description);
        first = exchange.attempt(call);
      }
    } catch (Throwable fault) {
      dialer.fault("Apache HttpAsyncClient 4 execute", fault);
      first = null;
      watched = null;
    }
    Object[] answer = null;
    try {
      answer = first == null ? null : exchange.start(first);
    } catch (Throwable fault) {
      dialer.fault("Apache HttpAsyncClient 4 execute", fault);
    }
    if (answer != null) {
      return answer;
    }
    // The producer was asked already, and may be so only once.
    HttpAsyncRequestProducer asked = DescribedProducer.of(producer, description);
    Object outer = Admission.open(client);
    try {
      answer =
          new Object[] {
            client.execute(asked, consumer, itsContext, watched == null ? callback : watched)
          };
    } catch (Throwable thrown) {
      answer = new Object[] {null, thrown};
    }
    try {
      Admission.close(outer);
      if (watched != null && answer.length > 1) {
        watched.neverBegan();
      }
    } catch (Throwable fault) {
      dialer.fault("Apache HttpAsyncClient 4 execute", fault);
    }
    return answer;
  }

  private Call dial(Description description, CloseableHttpAsyncClient client) {
    RequestView view = description.view();
    return view == null ? null : dialer.dial(view, client, false);
  }
}
