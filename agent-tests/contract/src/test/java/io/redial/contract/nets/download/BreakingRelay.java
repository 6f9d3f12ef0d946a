package io.redial.contract.nets.download;

import io.redial.contract.server.Download.End;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a client and a server and breaks each connection off after a random number of
 * bytes from the server.
 */
public final class BreakingRelay implements AutoCloseable {
  private static final int PIECE = 64 * 1024;

  private final int behind;
  private final long least;
  private final long most;
  private final End end;
  private final Random random;
  private final ServerSocket listening;
  private final AtomicInteger broken = new AtomicInteger();
  private final AtomicLong relayed = new AtomicLong();

  /**
   * A relay to that port of the loopback that breaks off after so many bytes at least and at most.
   */
  public BreakingRelay(int behind, long least, long most, End end, long seed) throws IOException {
    this.behind = behind;
    this.least = least;
    this.most = most;
    this.end = end;
    this.random = new Random(seed);
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "breaking-relay");
    thread.setDaemon(true);
    thread.start();
  }

  /** Where it listens, on the loopback. */
  public int port() {
    return listening.getLocalPort();
  }

  /** How many connections it has broken. */
  public int broken() {
    return broken.get();
  }

  /** How many bytes it has written to clients, heads of responses included. */
  long relayed() {
    return relayed.get();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try (Socket client = listening.accept();
          Socket server = new Socket(InetAddress.getLoopbackAddress(), behind)) {
        start(() -> copyQuietly(client, server));
        OutputStream out = client.getOutputStream();
        if (!copy(server.getInputStream(), out, limit(), relayed)) {
          broken.incrementAndGet();
          if (end == End.RST) {
            client.setSoLinger(true, 0);
          }
        }
      } catch (IOException ended) {
        // By either side, or all of it.
      }
    }
  }

  private long limit() {
    return least + (long) (random.nextDouble() * (most - least));
  }

  private static void copyQuietly(Socket from, Socket to) {
    try {
      copy(from.getInputStream(), to.getOutputStream(), Long.MAX_VALUE, new AtomicLong());
    } catch (IOException ended) {
      // Which ends the other direction, too.
    }
  }

  /** Whether all of it was copied, and not only up to the limit. */
  private static boolean copy(InputStream in, OutputStream out, long limit, AtomicLong total)
      throws IOException {
    byte[] piece = new byte[PIECE];
    long left = limit;
    while (left > 0) {
      int count = in.read(piece, 0, (int) Math.min(PIECE, left));
      if (count < 0) {
        return true;
      }
      out.write(piece, 0, count);
      total.addAndGet(count);
      left -= count;
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
