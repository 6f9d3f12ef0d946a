package io.redial.subjects.jdk;

import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import io.redial.subjects.UploadFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The application's request, and how often its body was asked for. */
final class JdkRequest implements AutoCloseable {
  private final AtomicInteger opened = new AtomicInteger();
  private final HttpRequest http;
  private final UploadFile file;

  JdkRequest(Order order) throws IOException {
    file = new UploadFile(order, true);
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(order.url())).method(order.method(), body(order));
    for (String[] header : order.headers()) {
      builder.header(header[0], header[1]);
    }
    if (order.timeout() > 0) {
      builder.timeout(Duration.ofMillis(order.timeout()));
    }
    builder.expectContinue(Boolean.parseBoolean(order.get("expect-continue", "false")));
    this.http = builder.build();
  }

  HttpRequest http() {
    return http;
  }

  private BodyPublisher body(Order order) throws IOException {
    if (Boolean.parseBoolean(order.get("body-throws", "false"))) {
      return BodyPublishers.ofInputStream(
          () -> {
            throw new UncheckedIOException(new ConnectException("the source's own"));
          });
    }
    byte[] bytes = order.bodyBytes();
    switch (order.bodyKind()) {
      case NONE:
        return BodyPublishers.noBody();
      case STRING:
        return BodyPublishers.ofString(new String(bytes, StandardCharsets.UTF_8));
      case BYTES:
        return BodyPublishers.ofByteArray(bytes);
      case FILE:
        return BodyPublishers.ofFile(file.path());
      case STREAM:
        return BodyPublishers.ofInputStream(() -> opened(new ByteArrayInputStream(bytes)));
      case ONE_SHOT:
        InputStream once = new ByteArrayInputStream(bytes);
        return BodyPublishers.ofInputStream(() -> opened(once));
      case PUBLISHER:
        return BodyPublishers.fromPublisher(
            new Pieces(bytes, opened, Integer.MAX_VALUE), bytes.length);
      case ONE_TIME_PUBLISHER:
        return BodyPublishers.fromPublisher(new Pieces(bytes, opened, 1));
      default:
        throw new IllegalArgumentException(order.bodyKind().name());
    }
  }

  private InputStream opened(InputStream stream) {
    opened.incrementAndGet();
    return stream;
  }

  void tell(Reply reply) {
    reply.put("body.opened", opened.get());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
