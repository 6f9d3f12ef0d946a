package io.redial.contract.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP/1.1 server, with TLS or without, that plays a script: its first step for the first
 * attempt, whatever connection that comes on, and so on. It writes down every attempt. When the
 * script is over it answers 418, which nobody retries. A thread for each connection.
 */
public final class FaultServer implements AutoCloseable {
  private static final Step OVER = Answer.of(418).body("the script is over");

  private final ServerSocket listener;
  private final Certificate certificate;
  private final Deque<Step> script = new ArrayDeque<>();
  private final Map<String, Deque<Step>> scripts = new HashMap<>();
  private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile int lostHandshakes;

  /** Listens on a free port of the loopback. */
  public FaultServer() {
    this(0);
  }

  /** Listens on that port of the loopback. */
  public FaultServer(int port) {
    this(port, null);
  }

  /** Listens on a free port of the loopback, with TLS and that certificate. */
  public FaultServer(Certificate certificate) {
    this(0, certificate);
  }

  private FaultServer(int port, Certificate certificateOrNull) {
    certificate = certificateOrNull;
    try {
      listener =
          port == 0
              ? FreePort.listen(512)
              : new ServerSocket(port, 512, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon("fault-server", this::accept);
  }

  /** Appends to the script. */
  public FaultServer plays(Step... steps) {
    synchronized (script) {
      script.addAll(Arrays.asList(steps));
    }
    return this;
  }

  /** Plays a script of its own to the attempts with that path, and forgets every other one. */
  public FaultServer playsOnly(String path, List<Step> steps) {
    synchronized (script) {
      scripts.clear();
      scripts.put(path, new ArrayDeque<>(steps));
      attempts.clear();
      script.notifyAll();
    }
    return this;
  }

  /** Ends the first so many connections before their TLS handshakes, by RST and FIN in turn. */
  public FaultServer losesHandshakes(int connections) {
    lostHandshakes = connections;
    return this;
  }

  /** Address of a resource. */
  public String url(String path) {
    String host = certificate == null ? "http://127.0.0.1:" : "https://localhost:";
    return host + listener.getLocalPort() + path;
  }

  /** Address of a resource. */
  public String url() {
    return url("/thing");
  }

  /** Every attempt so far, in order of arrival. */
  public List<Attempt> attempts() {
    return new ArrayList<>(attempts);
  }

  /** How many connections were made. */
  public int connections() {
    return connections.get();
  }

  /** How many connections neither side has ended. */
  public int openConnections() {
    return open.size();
  }

  /** Nanoseconds from the arrival of an attempt (from 0) to that of the next. */
  public long gap(int attempt) {
    return attempts.get(attempt + 1).arrived() - attempts.get(attempt).arrived();
  }

  /** Stops listening and answering; later connections are refused. */
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

  private void accept() throws IOException {
    while (true) {
      Socket socket = listener.accept();
      socket.setTcpNoDelay(true);
      open.add(socket);
      int number = connections.incrementAndGet();
      daemon("fault-server-" + number, () -> serve(socket, number));
    }
  }

  private void serve(Socket socket, int number) throws IOException, InterruptedException {
    Attempt last = null;
    try (Wire wire = wire(socket)) {
      if (number <= lostHandshakes) {
        loseHandshake(wire, number);
        return;
      }
      InputStream in = new BufferedInputStream(wire.in());
      List<String> head = Heads.read(in);
      while (!head.isEmpty()) {
        last = new Attempt(number, head);
        Step step = next(last);
        if (!step.play(new Exchange(this, wire, in, last))) {
          return;
        }
        head = Heads.read(in);
      }
      dropped(last);
    } catch (IOException gone) {
      dropped(last);
    } finally {
      open.remove(socket);
    }
  }

  private static void loseHandshake(Wire wire, int number) throws IOException {
    wire.awaitHello();
    if (number % 2 == 1) {
      wire.reset();
    } else {
      wire.cut();
    }
  }

  private Wire wire(Socket socket) throws IOException {
    return certificate == null ? Wire.plain(socket) : Wire.tls(socket, certificate);
  }

  private static void dropped(Attempt last) {
    if (last != null) {
      last.noteDropped();
    }
  }

  private Step next(Attempt attempt) {
    synchronized (script) {
      attempts.add(attempt);
      script.notifyAll();
      Deque<Step> its = scripts.getOrDefault(attempt.path(), script);
      return its.isEmpty() ? OVER : its.poll();
    }
  }

  void awaitNext(Attempt attempt, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (script) {
      while (!attempts.isEmpty() && attempts.get(attempts.size() - 1) == attempt) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          return;
        }
        script.wait(left);
      }
    }
  }

  private interface Serving {
    void run() throws IOException, InterruptedException;
  }

  private static void daemon(String name, Serving serving) {
    Thread thread =
        new Thread(
            () -> {
              try {
                serving.run();
              } catch (IOException e) {
                // closed
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
