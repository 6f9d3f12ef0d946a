package io.redial.subjects.apache4;

import io.redial.subjects.Live;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import io.redial.subjects.Seeded;
import io.redial.subjects.UploadFile;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.HttpEntityWrapper;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.StringEntity;

/** The application's entity, and how often its source was asked for and closed. */
final class RequestBody implements AutoCloseable {
  private static final int PIECE = 4_000;

  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Order order;
  private final HttpEntity entity;
  private final Entities entities;
  private final String expected;
  private final UploadFile file;

  RequestBody(Order order) throws IOException {
    this.order = order;
    this.entities = new Entities(order);
    this.file = new UploadFile(order, true);
    boolean named = !Entities.name(order).isEmpty();
    this.expected = named ? Seeded.sha256(entities.expected()) : null;
    HttpEntity created = named ? entities.create() : create();
    boolean wrapped = Boolean.parseBoolean(order.get("wrapped", "false"));
    this.entity = wrapped ? new HttpEntityWrapper(created) : created;
  }

  /** Null for a request without a body. */
  HttpEntity entity() {
    return entity;
  }

  private HttpEntity create() throws IOException {
    byte[] bytes = order.bodyBytes();
    switch (order.bodyKind()) {
      case NONE:
        return null;
      case STRING:
        return new StringEntity(new String(bytes, StandardCharsets.UTF_8), "UTF-8");
      case BYTES:
        return new ByteArrayEntity(bytes);
      case FILE:
        return new FileEntity(file.path().toFile(), ContentType.APPLICATION_OCTET_STREAM);
      case STREAM:
        return new InputStreamEntity(counted(bytes), bytes.length);
      case ONE_SHOT:
        return new InputStreamEntity(counted(bytes), -1);
      case PUBLISHER:
        return new EntityTemplate(out -> write(bytes, out));
      case ONE_TIME_PUBLISHER:
        return new EntityTemplate(out -> writeOnce(bytes, out));
      default:
        throw new IllegalArgumentException(order.bodyKind().name());
    }
  }

  private InputStream counted(byte[] bytes) {
    opened.incrementAndGet();
    return new FilterInputStream(Live.stream(bytes, order)) {
      @Override
      public void close() throws IOException {
        closed.incrementAndGet();
        super.close();
      }
    };
  }

  private void write(byte[] bytes, OutputStream out) throws IOException {
    opened.incrementAndGet();
    for (int at = 0; at < bytes.length; at += PIECE) {
      out.write(bytes, at, Math.min(PIECE, bytes.length - at));
    }
  }

  private void writeOnce(byte[] bytes, OutputStream out) throws IOException {
    if (opened.get() > 0) {
      throw new IllegalStateException("asked twice");
    }
    write(bytes, out);
  }

  /** Another source than the entity's was asked for the body. */
  void asked() {
    opened.incrementAndGet();
  }

  void tell(Reply reply) {
    reply.put("body.opened", opened.get());
    reply.put("body.closed", closed.get());
    reply.put("body.expected", expected);
  }

  @Override
  public void close() throws IOException {
    entities.close();
    file.close();
  }
}
