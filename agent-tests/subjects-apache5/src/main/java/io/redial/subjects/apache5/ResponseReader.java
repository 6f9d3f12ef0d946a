package io.redial.subjects.apache5;

import io.redial.subjects.BodyFile;
import io.redial.subjects.Order;
import io.redial.subjects.Received;
import io.redial.subjects.Reply;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** How a blocking application takes a response, by a handler or after the call. */
final class ResponseReader implements AutoCloseable {
  private final AtomicInteger calls = new AtomicInteger();
  private final Order order;
  private final Received received;
  private final BodyFile file = new BodyFile();
  private volatile String statuses = "";
  private volatile String thread;

  ResponseReader(Order order) {
    this.order = order;
    this.received = new Received(order);
  }

  /** Whether the body is read after the call and not by a handler in it. */
  boolean readsLater() {
    switch (order.reading()) {
      case STREAM:
      case LINES:
      case PUBLISHER:
        return true;
      default:
        return false;
    }
  }

  /** Notes that the application was given a response. */
  void given(ClassicHttpResponse response) {
    calls.incrementAndGet();
    thread = Thread.currentThread().getName();
    statuses = statuses + response.getCode() + " ";
  }

  byte[] read(ClassicHttpResponse response) throws IOException, HttpException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new byte[0];
    }
    switch (order.reading()) {
      case TEXT:
        return EntityUtils.toString(entity, StandardCharsets.UTF_8)
            .getBytes(StandardCharsets.UTF_8);
      case BYTES:
        return EntityUtils.toByteArray(entity);
      case DISCARD:
        EntityUtils.consume(entity);
        return new byte[0];
      case LINES:
        try (InputStream in = entity.getContent()) {
          return received.lines(in);
        }
      case FILE:
        return file(entity, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      case NEW_FILE:
        return file(entity, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      default:
        String some = order.get("reads-only", "");
        if (!some.isEmpty()) {
          byte[] first = new byte[Integer.parseInt(some)];
          new DataInputStream(entity.getContent()).readFully(first);
          return first;
        }
        try (InputStream in = entity.getContent()) {
          return received.whole(in);
        }
    }
  }

  private byte[] file(HttpEntity entity, OpenOption... options) throws IOException {
    Path path = file.path();
    try (OutputStream out = Files.newOutputStream(path, options)) {
      entity.writeTo(out);
    }
    return Files.readAllBytes(path);
  }

  void tell(Reply reply) {
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
