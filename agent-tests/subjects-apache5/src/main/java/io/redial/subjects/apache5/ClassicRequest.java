package io.redial.subjects.apache5;

import io.redial.subjects.InFlight;
import io.redial.subjects.Live;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import io.redial.subjects.Seeded;
import io.redial.subjects.UploadFile;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** A blocking application's request, and how often its body was asked for. */
final class ClassicRequest implements AutoCloseable {
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final HttpUriRequestBase http;
  private final String way;
  private final String url;
  private final HttpClientContext context;
  private final Entities entities;
  private final String expected;
  private final UploadFile file;

  ClassicRequest(Order order) throws IOException {
    http = new HttpUriRequestBase(order.method(), URI.create(order.url()));
    for (String[] header : order.headers()) {
      http.addHeader(header[0], header[1]);
    }
    http.setConfig(Configs.of(order));
    Configs.absolute(order, http);
    entities = new Entities(order);
    file = new UploadFile(order, true);
    HttpEntity entity = Entities.name(order).isEmpty() ? entity(order) : entities.create();
    expected = Entities.name(order).isEmpty() ? null : Seeded.sha256(entities.expected());
    boolean wrapped = Boolean.parseBoolean(order.get("wrapped", "false"));
    http.setEntity(wrapped ? new HttpEntityWrapper(entity) : entity);
    way = order.get("way", "");
    url = order.url();
    context = Contexts.of(order);
    InFlight.offer(order.key(), "abort", http::abort);
    InFlight.offer(order.key(), "cancel", http::cancel);
  }

  HttpUriRequestBase http() {
    return http;
  }

  /** The whole address. */
  String url() {
    return url;
  }

  /** What to send it with, where its way takes one. */
  HttpClientContext context() {
    return context;
  }

  /** By which method it is to be sent. */
  String way() {
    return way;
  }

  private HttpEntity entity(Order order) throws IOException {
    byte[] bytes = order.bodyBytes();
    ContentType type = ContentType.APPLICATION_OCTET_STREAM;
    switch (order.bodyKind()) {
      case NONE:
        return null;
      case STRING:
        return new StringEntity(new String(bytes, StandardCharsets.UTF_8), ContentType.TEXT_PLAIN);
      case BYTES:
        return new ByteArrayEntity(bytes, type);
      case FILE:
        return new FileEntity(file.path().toFile(), type);
      case STREAM:
        return new InputStreamEntity(opened(bytes, order), bytes.length, type);
      case ONE_SHOT:
        return new InputStreamEntity(opened(bytes, order), type);
      case PUBLISHER:
        return new EntityTemplate(
            bytes.length, type, null, out -> copy(new ByteArrayInputStream(bytes), out));
      case ONE_TIME_PUBLISHER:
        return new WritesOnce(bytes, opened);
      default:
        throw new IllegalArgumentException(order.bodyKind().name());
    }
  }

  private InputStream opened(byte[] bytes, Order order) {
    return new FilterInputStream(Live.stream(bytes, order)) {
      @Override
      public void close() throws IOException {
        closed.incrementAndGet();
        super.close();
      }
    };
  }

  private void copy(InputStream in, OutputStream out) throws IOException {
    opened.incrementAndGet();
    byte[] buffer = new byte[1024];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      out.write(buffer, 0, count);
    }
  }

  void tell(Reply reply) {
    reply.put("body.opened", opened.get()).put("body.closed", closed.get());
    reply.put("body.expected", expected);
  }

  @Override
  public void close() throws IOException {
    entities.close();
    file.close();
  }

  /** An entity of the application's own, of unknown length, that refuses to be written twice. */
  private static final class WritesOnce extends AbstractHttpEntity {
    private final byte[] bytes;
    private final AtomicInteger opened;

    WritesOnce(byte[] bytes, AtomicInteger opened) {
      super((ContentType) null, null, true);
      this.bytes = bytes;
      this.opened = opened;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      if (opened.incrementAndGet() > 1) {
        throw new IllegalStateException("this body was asked for twice");
      }
      for (int at = 0; at < bytes.length; at += 1024) {
        out.write(bytes, at, Math.min(1024, bytes.length - at));
      }
    }

    @Override
    public InputStream getContent() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isStreaming() {
      return true;
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public long getContentLength() {
      return -1;
    }

    @Override
    public void close() {}
  }
}
