package io.redial.subjects.diff;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP/1.1 server on the loopback that plays a step for each request and writes down what it
 * received. Within the program's own JVM, so that a case knows both sides.
 */
public final class OddServer implements AutoCloseable {
  /** What the server does to a request. */
  public interface Step {
    void play(Visit visit) throws IOException, InterruptedException;
  }

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ServerSocket listener;
  private final Step[] steps;
  private final List<Visit> visits = new ArrayList<>();
  private final List<Socket> sockets = new ArrayList<>();
  private volatile String path = "";
  private int connections;
  private int busy;

  OddServer(Step... steps) {
    this.steps = steps;
    try {
      listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** Where it listens. */
  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Address of a resource that no other server of this name has had: requests for others, which are
   * meant for a server that had this port before, are dropped.
   */
  String ownUrl() {
    path = "/" + UUID.randomUUID();
    return url(path);
  }

  /** Address of a resource. */
  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** The same under another name of the host. */
  public String otherUrl(String path) {
    return "http://localhost:" + port() + path;
  }

  /** Every request so far, in order of arrival. */
  public synchronized List<Visit> visits() {
    return new ArrayList<>(visits);
  }

  /**
   * What came, in words. What the client itself broke off is left out: how much of it comes depends
   * on the moment.
   */
  synchronized String received() {
    StringBuilder text = new StringBuilder();
    Map<Integer, Integer> numbers = new HashMap<>();
    for (Visit visit : visits) {
      if (!visit.isBrokenOff()) {
        int number = numbers.computeIfAbsent(visit.connection(), c -> numbers.size() + 1);
        text.append('#').append(number).append(' ').append(visit.text()).append(" ; ");
      }
    }
    return text.toString();
  }

  /** Waits until no request is being read or answered any more, but not for ever. */
  synchronized void awaitRest() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (busy > 0 && System.nanoTime() < end) {
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
    }
  }

  /** Refuses connections from now on. */
  public void stopListening() throws IOException {
    listener.close();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    List<Socket> all;
    synchronized (this) {
      all = new ArrayList<>(sockets);
    }
    for (Socket socket : all) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket socket = listener.accept();
      socket.setTcpNoDelay(true);
      int number;
      synchronized (this) {
        sockets.add(socket);
        number = ++connections;
      }
      daemon(() -> serve(socket, number));
    }
  }

  private void serve(Socket socket, int number) throws IOException, InterruptedException {
    try (Socket closing = socket) {
      BufferedInputStream in = new BufferedInputStream(closing.getInputStream());
      while (true) {
        in.mark(1);
        if (in.read() < 0) {
          return;
        }
        in.reset();
        if (!serveOne(socket, in, number)) {
          return;
        }
      }
    }
  }

  private boolean serveOne(Socket socket, BufferedInputStream in, int number)
      throws IOException, InterruptedException {
    count(1);
    try {
      Visit visit = new Visit(socket, in, number);
      // No case speaks HTTP/2 here: that, too, is for a server that had this port.
      if (visit.method().equals("PRI") || !visit.target().startsWith(path)) {
        return false;
      }
      Step step;
      synchronized (this) {
        step = steps[Math.min(visits.size(), steps.length - 1)];
        visits.add(visit);
      }
      try {
        step.play(visit);
      } catch (IOException gone) {
        visit.noteBrokenOff();
        throw gone;
      }
      return !visit.isOver();
    } finally {
      count(-1);
    }
  }

  private synchronized void count(int change) {
    busy += change;
    notifyAll();
  }

  private interface Serving {
    void run() throws IOException, InterruptedException;
  }

  private static void daemon(Serving serving) {
    Thread thread =
        new Thread(
            () -> {
              try {
                serving.run();
              } catch (IOException e) {
                // The client is gone, or the case is over.
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "odd-server");
    thread.setDaemon(true);
    thread.start();
  }
}
