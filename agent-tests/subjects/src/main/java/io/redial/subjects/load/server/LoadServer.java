package io.redial.subjects.load.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Listens on the loopback; each connection has a thread, and so has each HTTP/2 stream. */
public final class LoadServer implements AutoCloseable {
  private static final int BACKLOG = 512;

  private final ServerSocket listener;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "load-server");
            thread.setDaemon(true);
            return thread;
          });
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final Answers answers = new Answers();
  private final RequestHandler handler;
  private final Tls tls;

  /** The server's side of TLS over a connection. */
  public interface Tls {
    /** The handshake comes with the first byte that is read. */
    Socket over(Socket tcp) throws IOException;
  }

  /** Listens on a free port. */
  public LoadServer() {
    this(null, null);
  }

  /**
   * Listens on a free port.
   *
   * @param handlerOrNull what is done with requests, in place of what the server does itself
   * @param tlsOrNull for TLS
   */
  public LoadServer(RequestHandler handlerOrNull, Tls tlsOrNull) {
    handler = handlerOrNull == null ? answers : handlerOrNull;
    tls = tlsOrNull;
    try {
      listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /** The address of the server, without a slash at its end. */
  public String url() {
    return (tls == null ? "http://127.0.0.1:" : "https://localhost:") + listener.getLocalPort();
  }

  /** How many connections were made. */
  public int connections() {
    return connections.get();
  }

  /** How many connections neither side has ended. */
  public int openConnections() {
    return open.size();
  }

  /** How many requests came. */
  public int requests() {
    return answers.requests();
  }

  /** Bodies that were not as they should be, and exchanges without an id that broke off. */
  public List<String> faults() {
    return new ArrayList<>(answers.faults());
  }

  /** What became of the requests with that id. */
  public Visit visit(String id) {
    return answers.visit(id);
  }

  /** How many ids came more than once. */
  public int repeated() {
    return (int) answers.visits().values().stream().filter(visit -> visit.seen() > 1).count();
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
    } finally {
      threads.shutdownNow();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        connections.incrementAndGet();
        threads.execute(() -> serve(socket));
      }
    } catch (IOException | RejectedExecutionException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (Socket closing = socket) {
      Connection connection = new Connection(closing, tls == null ? closing : tls.over(closing));
      try {
        new Http1Connection(handler, threads, connection).serve();
      } finally {
        connection.leave();
        connection.drain();
      }
    } catch (IOException gone) {
      // Whoever cares asks the visits.
    } finally {
      open.remove(socket);
    }
  }
}
