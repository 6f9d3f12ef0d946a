package io.redial.contract.server;

import io.redial.subjects.Seeded;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One request as a server saw it. Thread-safe; the body may still be growing. */
public final class Attempt {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final int connection;
  private final long arrived = System.nanoTime();
  private final List<String> head;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final CompletableFuture<Void> dropped = new CompletableFuture<>();
  private volatile boolean complete;

  Attempt(int connection, List<String> head) {
    this.connection = connection;
    this.head = List.copyOf(head);
  }

  /** Number of its connection, from 1. */
  public int connection() {
    return connection;
  }

  /** When its head was complete, as {@link System#nanoTime}. */
  public long arrived() {
    return arrived;
  }

  /** Its method. */
  public String method() {
    return head.isEmpty() ? "" : head.get(0).split(" ", -1)[0];
  }

  /** Its request target. */
  public String target() {
    return head.get(0).split(" ", -1)[1];
  }

  /** Its request target without scheme and authority, which the minimal HttpAsyncClient 4 sends. */
  public String originForm() {
    return target().replaceFirst("^http://[^/]*", "");
  }

  /** Its request target without the query. */
  public String path() {
    return head.isEmpty() ? "" : target().split("\\?", 2)[0];
  }

  /** The first header field of that name, or null. */
  public String header(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    for (String line : head) {
      if (line.toLowerCase(Locale.ROOT).startsWith(prefix)) {
        return line.substring(prefix.length()).trim();
      }
    }
    return null;
  }

  /** Request line and header fields as they came. */
  public List<String> head() {
    return head;
  }

  /** The bytes of the body that arrived so far, without its framing. */
  public byte[] body() {
    return body.toByteArray();
  }

  /** How many these are. */
  int size() {
    return body.size();
  }

  /** Their digest. */
  public String sha256() {
    return Seeded.sha256(body());
  }

  /** The body as a text. */
  public String text() {
    return new String(body(), StandardCharsets.UTF_8);
  }

  /** Whether the body arrived whole. */
  public boolean complete() {
    return complete;
  }

  /** Waits for the client to drop the connection that this attempt came on; fails after 40 s. */
  public void awaitDropped() {
    if (!droppedWithin(PATIENCE)) {
      throw new AssertionError("the client did not drop the connection");
    }
  }

  /** Waits so long for the client to drop the connection that this attempt came on. */
  public boolean droppedWithin(Duration patience) {
    try {
      dropped.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Whether the client dropped the connection that this attempt came on. */
  public boolean dropped() {
    return dropped.isDone();
  }

  void received(byte[] bytes, int offset, int length) {
    body.write(bytes, offset, length);
  }

  void completed() {
    complete = true;
  }

  void noteDropped() {
    dropped.complete(null);
  }
}
