package io.redial.contract.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port of the loopback where nobody listens.
 *
 * @param number the port
 */
public record FreePort(int number) {

  /** Below what operating systems give to outgoing connections, so that none of these takes it. */
  private static final int FIRST = 20_000;

  private static final AtomicInteger NEXT =
      new AtomicInteger(FIRST + (int) (ProcessHandle.current().pid() % 100) * 100);

  private static final Set<Integer> USED = ConcurrentHashMap.newKeySet();

  /** After so many ports that are used already, those that the operating system gives run out. */
  private static final int TRIES = 100;

  /** Where there are others then; below {@link #NEXT}. */
  private static final AtomicInteger FURTHER = new AtomicInteger(2_000);

  /** Bound, and so nobody else's. */
  private static final Queue<Socket> HELD = new ConcurrentLinkedQueue<>();

  /** One that was free a moment ago, and that nobody else is given. */
  public static FreePort find() {
    for (int tries = 0; tries < 1_000; tries++) {
      int candidate = NEXT.getAndIncrement();
      try (ServerSocket socket = new ServerSocket(candidate, 1, InetAddress.getLoopbackAddress())) {
        return new FreePort(socket.getLocalPort());
      } catch (IOException taken) {
        // The next one, then.
      }
    }
    throw new IllegalStateException("no free port below " + NEXT);
  }

  /** One that nobody can listen on as long as this process runs: connections are refused. */
  public static FreePort refusing() {
    for (int tries = 0; tries < 1_000; tries++) {
      try {
        Socket held = new Socket();
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), NEXT.getAndIncrement()));
        HELD.add(held);
        return new FreePort(held.getLocalPort());
      } catch (IOException taken) {
        // The next one, then.
      }
    }
    throw new IllegalStateException("no free port below " + NEXT);
  }

  /**
   * Listens on a port that no server of this process had before: a client's pool may still hold
   * connections to that one, and what the agent counts by host would be added up.
   */
  static ServerSocket listen(int backlog) throws IOException {
    for (int tries = 0; ; tries++) {
      ServerSocket socket = new ServerSocket();
      try {
        socket.bind(candidate(tries), backlog);
        if (USED.add(socket.getLocalPort())) {
          return socket;
        }
      } catch (BindException taken) {
        // The next one, then.
      }
      socket.close();
    }
  }

  /** The same for a channel. */
  static ServerSocketChannel channel(int backlog) throws IOException {
    for (int tries = 0; ; tries++) {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.bind(candidate(tries), backlog);
        if (USED.add(channel.socket().getLocalPort())) {
          return channel;
        }
      } catch (BindException taken) {
        // The next one, then.
      }
      channel.close();
    }
  }

  private static InetSocketAddress candidate(int tries) {
    int port = tries < TRIES ? 0 : FURTHER.getAndIncrement();
    if (port == FIRST) {
      throw new IllegalStateException("every port was used");
    }
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** An empty file: as the JVM's own hosts file it keeps name resolution off the network. */
  public static Path emptyFile() {
    try {
      Path file = Path.of("target", "empty-hosts").toAbsolutePath();
      Files.writeString(file, "");
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Address of a resource there. */
  public String url() {
    return "http://127.0.0.1:" + number + "/thing";
  }
}
