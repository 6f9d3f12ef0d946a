package io.redial.contract.server;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP/2 server, with TLS or without, that plays a script, a step for each stream that a client
 * opens. It understands the upgrade from HTTP/1.1, by which java.net.http comes without TLS. When
 * the script is over it answers 418.
 */
public final class H2Server implements AutoCloseable {
  private static final H2Step OVER = H2Step.answer(418, "the script is over");

  private final ServerSocket listener;
  private final Certificate certificate;
  private final Deque<H2Step> script = new ArrayDeque<>();
  private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile int streams;
  private final AtomicInteger lostAfter = new AtomicInteger(Integer.MAX_VALUE);

  /** Listens on a free port of the loopback. */
  public H2Server() {
    this(null);
  }

  /** Listens on a free port of the loopback, with TLS and that certificate. */
  public H2Server(Certificate certificateOrNull) {
    certificate = certificateOrNull;
    try {
      listener = FreePort.listen(64);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("h2-server", this::accept);
  }

  /** Appends to the script. */
  public H2Server plays(H2Step... steps) {
    synchronized (script) {
      script.addAll(Arrays.asList(steps));
    }
    return this;
  }

  /** Allows a client so many streams at once on a connection. */
  public H2Server allowsStreams(int most) {
    streams = most;
    return this;
  }

  /** The payload of the SETTINGS frame with which a connection begins. */
  byte[] settings() {
    return streams == 0 ? new byte[0] : new byte[] {0, 3, 0, 0, 0, (byte) streams};
  }

  /** Resets the connection of the first stream of which so many bytes have come. */
  public H2Server losesUploadAfter(int bytes) {
    lostAfter.set(bytes);
    return this;
  }

  /** Whether a stream of which so many bytes have come is to be lost; true once. */
  boolean loses(Attempt attempt) {
    int bytes = lostAfter.get();
    if (attempt.size() < bytes || !lostAfter.compareAndSet(bytes, Integer.MAX_VALUE)) {
      return false;
    }
    attempts.add(attempt);
    return true;
  }

  /** Address of a resource. */
  public String url() {
    String host = certificate == null ? "http://127.0.0.1:" : "https://localhost:";
    return host + listener.getLocalPort() + "/thing";
  }

  /** Every stream so far, in order of arrival. */
  public List<Attempt> attempts() {
    return new ArrayList<>(attempts);
  }

  /** How many connections were made. */
  public int connections() {
    return connections.get();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  H2Step next(Attempt attempt) {
    synchronized (script) {
      attempts.add(attempt);
      return script.isEmpty() ? OVER : script.poll();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket socket = listener.accept();
      socket.setTcpNoDelay(true);
      open.add(socket);
      int number = connections.incrementAndGet();
      start("h2-server-" + number, () -> serve(socket, number));
    }
  }

  private void serve(Socket socket, int number) throws IOException {
    try (Wire wire = wire(socket)) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(wire.in()));
      List<String> head = Heads.read(in);
      if (!head.isEmpty()) {
        new H2Connection(this, wire, in, number).serve(head);
      }
    } finally {
      open.remove(socket);
    }
  }

  private Wire wire(Socket socket) throws IOException {
    return certificate == null ? Wire.plain(socket) : Wire.tls(socket, certificate, "h2");
  }

  private interface Serving {
    void run() throws IOException;
  }

  private static void start(String name, Serving serving) {
    Thread thread =
        new Thread(
            () -> {
              try {
                serving.run();
              } catch (IOException e) {
                // closed
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
