package io.redial.subjects.apache4;

import io.redial.subjects.BodyFile;
import io.redial.subjects.Order;
import io.redial.subjects.Reading;
import io.redial.subjects.Received;
import io.redial.subjects.Reply;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.Header;
import org.apache.http.HttpResponse;
import org.apache.http.client.ResponseHandler;
import org.apache.http.conn.ConnectionReleaseTrigger;
import org.apache.http.util.EntityUtils;

/** The application's response handler: counts its calls and reads the way that was ordered. */
final class ResponseTaken implements ResponseHandler<byte[]>, AutoCloseable {
  private final AtomicInteger calls = new AtomicInteger();
  private final Order order;
  private final Received received;
  private final Reply reply;
  private final BodyFile file = new BodyFile();
  private volatile String thread;
  private volatile String statuses = "";

  ResponseTaken(Order order, Reply reply) {
    this.order = order;
    this.received = new Received(order);
    this.reply = reply;
  }

  /** Whether the body is read after the call and not in a handler. */
  boolean isRead() {
    Reading reading = order.reading();
    return reading == Reading.STREAM || reading == Reading.LINES || reading == Reading.PUBLISHER;
  }

  @Override
  public byte[] handleResponse(HttpResponse response) throws IOException {
    see(response);
    return take(response);
  }

  void see(HttpResponse response) {
    calls.incrementAndGet();
    thread = Thread.currentThread().getName();
    int status = response.getStatusLine().getStatusCode();
    statuses = statuses + status + " ";
    reply.put("status", status);
    reply.put("version", response.getProtocolVersion());
    reply.put("reason", response.getStatusLine().getReasonPhrase());
    reply.put("response.class", response.getClass().getName());
    for (Header header : response.getAllHeaders()) {
      String key = "header." + header.getName().toLowerCase(Locale.ROOT);
      String before = reply.get(key);
      reply.put(key, before == null ? header.getValue() : before + "," + header.getValue());
    }
  }

  /** Reads a body after the call; what fails there is told apart. */
  void read(HttpResponse response) {
    see(response);
    try {
      reply.body(take(response));
    } catch (IOException | RuntimeException thrown) {
      reply.thrown("reading", thrown);
    }
  }

  private byte[] take(HttpResponse response) throws IOException {
    if (response.getEntity() == null) {
      return new byte[0];
    }
    switch (order.reading()) {
      case TEXT:
        return EntityUtils.toString(response.getEntity(), "UTF-8").getBytes(StandardCharsets.UTF_8);
      case BYTES:
        return EntityUtils.toByteArray(response.getEntity());
      case DISCARD:
        EntityUtils.consume(response.getEntity());
        return new byte[0];
      case FILE:
      case NEW_FILE:
        Path path = file.path();
        try (InputStream stream = response.getEntity().getContent()) {
          Files.write(path, received.whole(stream), StandardOpenOption.CREATE_NEW);
        }
        return Files.readAllBytes(path);
      default:
        String some = order.get("reads-only", "");
        if (!some.isEmpty()) {
          byte[] first = new byte[Integer.parseInt(some)];
          new DataInputStream(response.getEntity().getContent()).readFully(first);
          close(response);
          return first;
        }
        try (InputStream stream = response.getEntity().getContent()) {
          return order.reading() == Reading.LINES ? received.lines(stream) : received.whole(stream);
        }
    }
  }

  /** The way of each version; what is left of the body is not read. */
  private static void close(HttpResponse response) throws IOException {
    if (response.getEntity() instanceof ConnectionReleaseTrigger) {
      ((ConnectionReleaseTrigger) response.getEntity()).abortConnection();
    } else {
      ((Closeable) response).close();
    }
  }

  Received received() {
    return received;
  }

  void tell() {
    received.tell(reply);
    reply.put("handler.calls", calls.get());
    reply.put("handler.thread", thread);
    reply.put("handler.statuses", statuses.trim());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
