package io.redial.subjects.jdk;

import io.redial.subjects.Client;
import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;

/** {@code HttpClient.send}. */
public final class JdkSync implements Client {
  @Override
  public Reply send(Order order) throws Exception {
    Reply reply = new Reply();
    HttpClient client = JdkClients.of(order);
    try (JdkRequest request = new JdkRequest(order);
        JdkHandler handler = new JdkHandler(order)) {
      Thread caller = Thread.currentThread();
      InFlight.offer(order.key(), "attached", () -> {});
      InFlight.offer(order.key(), "interrupt", caller::interrupt);
      long start = System.nanoTime();
      try {
        HttpResponse<?> response = client.send(request.http(), handler.http());
        JdkReplies.elapsed(reply, start);
        JdkReplies.response(reply, response, request);
        handler.read(response.body(), reply);
      } catch (Exception thrown) {
        JdkReplies.elapsed(reply, start);
        reply.thrown("thrown", thrown);
      }
      reply.put("interrupted", Thread.interrupted());
      request.tell(reply);
      handler.tell(reply);
    }
    return reply;
  }
}
