package io.redial.subjects.apache5;

import io.redial.subjects.Client;
import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.routing.RoutingSupport;

/** {@code CloseableHttpClient.execute}, with a response handler or without. */
public class Classic implements Client {
  private final boolean minimal;

  /** The client that {@code HttpClients.custom()} builds. */
  public Classic() {
    this(false);
  }

  Classic(boolean minimal) {
    this.minimal = minimal;
  }

  @Override
  public Reply send(Order order) throws Exception {
    Reply reply = new Reply();
    CloseableHttpClient client = ClassicClients.of(order, minimal);
    try (ClassicRequest request = new ClassicRequest(order);
        ResponseReader reader = new ResponseReader(order)) {
      Thread caller = Thread.currentThread();
      InFlight.offer(order.key(), "attached", () -> {});
      InFlight.offer(order.key(), "interrupt", caller::interrupt);
      long start = System.nanoTime();
      try {
        if (reader.readsLater()) {
          later(client, request, reader, reply, start);
        } else {
          handled(client, request, reader, reply, start);
        }
      } catch (Exception thrown) {
        Replies.elapsed(reply, start);
        reply.thrown("thrown", thrown);
      }
      reply.put("interrupted", Thread.interrupted());
      request.tell(reply);
      reader.tell(reply);
    }
    return reply;
  }

  private static void handled(
      CloseableHttpClient client,
      ClassicRequest request,
      ResponseReader reader,
      Reply reply,
      long start)
      throws Exception {
    byte[] body =
        Ways.execute(
            client,
            request,
            response -> {
              Replies.elapsed(reply, start);
              reader.given(response);
              Replies.response(reply, response);
              return reader.read(response);
            });
    reply.body(body);
  }

  @SuppressWarnings("deprecation") // What applications did before there were only handlers.
  private static void later(
      CloseableHttpClient client,
      ClassicRequest request,
      ResponseReader reader,
      Reply reply,
      long start)
      throws Exception {
    try (CloseableHttpResponse response =
        client.execute(RoutingSupport.determineHost(request.http()), request.http())) {
      Replies.elapsed(reply, start);
      reader.given(response);
      Replies.response(reply, response);
      try {
        reply.body(reader.read(response));
      } catch (Exception thrown) {
        reply.thrown("reading", thrown);
      }
    }
  }
}
