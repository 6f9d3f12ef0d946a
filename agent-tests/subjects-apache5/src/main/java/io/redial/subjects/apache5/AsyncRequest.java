package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import io.redial.subjects.UploadFile;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.ConfigurableHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.FileEntityProducer;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.nio.support.classic.AbstractClassicEntityProducer;

/** An asynchronous application's request, and how often its body was asked for and let go. */
final class AsyncRequest implements AutoCloseable {
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger released = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AsyncRequestProducer producer;
  private final UploadFile file;

  AsyncRequest(Order order) throws IOException {
    ConfigurableHttpRequest http =
        new ConfigurableHttpRequest(order.method(), URI.create(order.url()));
    for (String[] header : order.headers()) {
      http.addHeader(header[0], header[1]);
    }
    http.setConfig(Configs.of(order));
    Configs.absolute(order, http);
    file = new UploadFile(order, true);
    producer = producer(order, http);
  }

  private AsyncRequestProducer producer(Order order, HttpRequest http) throws IOException {
    String named = order.get("producer", "");
    if (named.equals("ended-elsewhere")) {
      return new EndedElsewhere(http, file.path(), order.bodyBytes(), Producers.WRITERS);
    }
    return new Counting(http, named.isEmpty() ? body(order) : Producers.of(order, file));
  }

  AsyncRequestProducer producer() {
    return producer;
  }

  private AsyncEntityProducer body(Order order) throws IOException {
    byte[] bytes = order.bodyBytes();
    ContentType type = ContentType.APPLICATION_OCTET_STREAM;
    switch (order.bodyKind()) {
      case NONE:
        return null;
      case STRING:
        return new StringAsyncEntityProducer(
            new String(bytes, StandardCharsets.UTF_8), ContentType.TEXT_PLAIN);
      case BYTES:
        return new BasicAsyncEntityProducer(bytes, type);
      case FILE:
        return new FileEntityProducer(file.path().toFile(), type);
      case STREAM:
      case PUBLISHER:
        return new Pieces(bytes, true, opened);
      case ONE_TIME_PUBLISHER:
        return new Pieces(bytes, false, opened);
      case ONE_SHOT:
        return new Written(bytes);
      default:
        throw new IllegalArgumentException(order.bodyKind().name());
    }
  }

  int releases() {
    return released.get();
  }

  void tell(Reply reply) {
    reply.put("body.opened", opened.get()).put("body.released", released.get());
    reply.put("producer.failures", failed.get());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Counts how often the client lets go of it. Its base lets go of the body when it is told of a
   * failure, too, of which a client that then lets go knows nothing.
   */
  private final class Counting extends BasicRequestProducer {
    private final AsyncEntityProducer body;

    Counting(HttpRequest http, AsyncEntityProducer body) {
      super(http, body);
      this.body = body;
    }

    @Override
    public void failed(Exception cause) {
      failed.incrementAndGet();
      if (body != null) {
        body.failed(cause);
      }
    }

    @Override
    public void releaseResources() {
      released.incrementAndGet();
      super.releaseResources();
    }
  }

  /** A body that a thread of the application's own writes to a blocking stream. */
  private final class Written extends AbstractClassicEntityProducer {
    private final byte[] bytes;

    Written(byte[] bytes) {
      super(4096, ContentType.APPLICATION_OCTET_STREAM, Producers.WRITERS);
      this.bytes = bytes;
    }

    @Override
    protected void produceData(ContentType type, OutputStream out) throws IOException {
      opened.incrementAndGet();
      for (int at = 0; at < bytes.length; at += 1024) {
        out.write(bytes, at, Math.min(1024, bytes.length - at));
      }
      out.close();
    }
  }
}
