package io.redial.subjects.jdk;

import io.redial.subjects.BodyFile;
import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import io.redial.subjects.Received;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The application's body handler: counts its calls and reads the body the way that was ordered. */
final class JdkHandler implements AutoCloseable {
  private final AtomicInteger calls = new AtomicInteger();
  private final Order order;
  private final Received received;
  private final BodyFile file = new BodyFile();
  private final BodyHandler<?> ordered;
  private volatile String thread;
  private volatile String statuses = "";

  JdkHandler(Order order) throws IOException {
    this.order = order;
    this.received = new Received(order);
    this.ordered = ordered();
  }

  /** The handler to send with: the JDK's own where the order says {@code bare-handler}. */
  BodyHandler<?> http() {
    return Boolean.parseBoolean(order.get("bare-handler", "false")) ? ordered : counting(ordered);
  }

  private <T> BodyHandler<T> counting(BodyHandler<T> handler) {
    return info -> called(handler, info);
  }

  private <T> BodySubscriber<T> called(BodyHandler<T> handler, ResponseInfo info) {
    calls.incrementAndGet();
    thread = Thread.currentThread().getName();
    statuses = statuses + info.statusCode() + " ";
    if (Boolean.parseBoolean(order.get("handler-throws", "false"))) {
      throw new IllegalStateException("the application does not like " + info.statusCode());
    }
    if (Boolean.parseBoolean(order.get("handler-waits", "false"))) {
      await();
    }
    return limited(handler).apply(info);
  }

  private void await() {
    CountDownLatch released = new CountDownLatch(1);
    InFlight.offer(order.key(), "release-handler", released::countDown);
    InFlight.offer(order.key(), "in-handler", () -> {});
    try {
      released.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Java 25's limit on the length of a body, where the order names one. */
  @SuppressWarnings("unchecked") // The limit leaves the body's type as it is.
  private <T> BodyHandler<T> limited(BodyHandler<T> handler) {
    String limit = order.get("body-limit", "");
    if (limit.isEmpty()) {
      return handler;
    }
    try {
      return (BodyHandler<T>)
          BodyHandlers.class
              .getMethod("limiting", BodyHandler.class, long.class)
              .invoke(null, handler, Long.parseLong(limit));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private BodyHandler<?> ordered() throws IOException {
    String own = order.get("own-subscriber", "");
    if (!own.isEmpty()) {
      return OwnSubscriber.handler(own, order);
    }
    switch (order.reading()) {
      case TEXT:
        return BodyHandlers.ofString();
      case BYTES:
        return BodyHandlers.ofByteArray();
      case DISCARD:
        return BodyHandlers.discarding();
      case STREAM:
        return BodyHandlers.ofInputStream();
      case LINES:
        return BodyHandlers.ofLines();
      case PUBLISHER:
        return BodyHandlers.ofPublisher();
      case CONSUMER:
        return BodyHandlers.ofByteArrayConsumer(this::receive);
      case FILE:
        return BodyHandlers.ofFile(Files.createFile(file.path()));
      case NEW_FILE:
        return BodyHandlers.ofFile(
            file.path(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      default:
        throw new IllegalArgumentException(order.reading().name());
    }
  }

  /** Reads to its end what the call returned as its body; what fails there is told apart. */
  void read(Object body, Reply reply) {
    try {
      reply.body(bytes(body));
    } catch (IOException | RuntimeException thrown) {
      reply.thrown("reading", thrown);
    }
  }

  @SuppressWarnings("unchecked") // by the handler that was ordered
  private byte[] bytes(Object body) throws IOException {
    switch (order.reading()) {
      case TEXT:
        return ((String) body).getBytes(StandardCharsets.UTF_8);
      case BYTES:
        return (byte[]) body;
      case DISCARD:
        return new byte[0];
      case STREAM:
        try (InputStream stream = (InputStream) body) {
          InFlight.offer(order.key(), "close-body", () -> close(stream));
          InFlight.offer(order.key(), "reads", () -> {});
          return received.whole(stream);
        }
      case LINES:
        try (Stream<String> lines = (Stream<String>) body) {
          InFlight.offer(order.key(), "close-body", lines::close);
          return received.lines(lines);
        }
      case PUBLISHER:
        return whole((Flow.Publisher<List<ByteBuffer>>) body);
      case CONSUMER:
        return received.toByteArray();
      default:
        return Files.readAllBytes((Path) body);
    }
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] whole(Flow.Publisher<List<ByteBuffer>> publisher) {
    String own = order.get("to-subscriber", "");
    if (own.isEmpty()) {
      BodySubscriber<Void> consumer = BodySubscribers.ofByteArrayConsumer(this::receive);
      publisher.subscribe(consumer);
      consumer.getBody().toCompletableFuture().join();
      return received.toByteArray();
    }
    BodySubscriber<byte[]> subscriber = new OwnSubscriber(own, order);
    publisher.subscribe(subscriber);
    return subscriber.getBody().toCompletableFuture().join();
  }

  private void receive(Optional<byte[]> piece) {
    piece.ifPresent(bytes -> received.write(bytes, 0, bytes.length));
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
