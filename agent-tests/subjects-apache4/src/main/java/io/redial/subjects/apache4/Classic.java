package io.redial.subjects.apache4;

import io.redial.subjects.Client;
import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.methods.HttpUriRequest;

/** {@code HttpClient.execute}, with a response handler unless the body is read afterwards. */
abstract class Classic implements Client {
  private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

  /** A client with the timeouts and the redirects of an order. */
  abstract HttpClient create(Order order);

  /** Whether the client's own retry layer is to act; the tests of other rules count without it. */
  static boolean ownRetries(Order order) {
    return Boolean.parseBoolean(order.get("own-retries", "false"));
  }

  /** How many connections there may be to a host; to all, twice as many. */
  static int pool(Order order) {
    return Integer.parseInt(order.get("pool", "100"));
  }

  /** What only this generation of clients sets on a request. */
  void refine(HttpRequestBase request, Order order) {}

  /** Closes a client as applications of its time do. */
  abstract void close(HttpClient client);

  private HttpClient client(Order order) {
    return clients.computeIfAbsent(
        order.clientName()
            + order.get("strategy", "")
            + ownRetries(order)
            + "/"
            + order.get("pool", "")
            + TokenInterceptor.from(order)
            + OriginalInterceptor.isWanted(order)
            + "/"
            + SigningInterceptor.isWanted(order),
        name -> {
          HttpClient client = create(order);
          InFlight.offer(order.get("client-name", null), "close", () -> close(client));
          return client;
        });
  }

  private HttpUriRequest request(Order order, RequestBody body) {
    HttpRequestBase request = RequestOf.order(order, body.entity());
    refine(request, order);
    return request;
  }

  @Override
  public Reply send(Order order) throws Exception {
    Reply reply = new Reply();
    HttpClient client = client(order);
    try (RequestBody body = new RequestBody(order);
        ResponseTaken taken = new ResponseTaken(order, reply)) {
      HttpUriRequest request = request(order, body); // As 4.2 has it.
      Thread caller = Thread.currentThread();
      InFlight.offer(order.key(), "attached", () -> {});
      InFlight.offer(order.key(), "interrupt", caller::interrupt);
      InFlight.offer(order.key(), "abort", request::abort);
      long start = System.nanoTime();
      try {
        if (taken.isRead()) {
          HttpResponse response = Ways.execute(client, request, order);
          elapsed(reply, start);
          taken.read(response);
        } else {
          byte[] bytes = Ways.execute(client, request, order, taken);
          elapsed(reply, start);
          reply.body(bytes);
        }
      } catch (Exception thrown) {
        elapsed(reply, start);
        reply.thrown("thrown", thrown);
      }
      reply.put("interrupted", Thread.interrupted());
      reply.put("aborted", request.isAborted());
      body.tell(reply);
      taken.tell();
    }
    return reply;
  }

  private static void elapsed(Reply reply, long start) {
    reply.put("elapsed", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }
}
