package io.redial.contract.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A server for thousands of connections on one thread: each resource answers 503 with {@code
 * Retry-After: 1} the first time and 200 from then on. Takes only requests without a body.
 */
public final class CrowdServer implements AutoCloseable {
  private static final String END_OF_HEAD = "\r\n\r\n";

  private final Selector selector;
  private final ServerSocketChannel listener;
  private final Map<String, Integer> attempts = new HashMap<>();

  /** Listens on a free port of the loopback. */
  public CrowdServer() {
    try {
      selector = Selector.open();
      listener = FreePort.channel(4096);
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::serve, "crowd-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Address of the server, to which a path is to be appended. */
  public String url() {
    return "http://127.0.0.1:" + listener.socket().getLocalPort();
  }

  /** How often resources were asked for, by that number: how many were asked for twice, say. */
  public Map<Integer, Long> counts() {
    Map<Integer, Long> counts = new HashMap<>();
    synchronized (attempts) {
      attempts.values().forEach(count -> counts.merge(count, 1L, Long::sum));
    }
    return counts;
  }

  private void serve() {
    try {
      while (selector.isOpen()) {
        selector.select(this::ready);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (java.nio.channels.ClosedSelectorException e) {
      // closed
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept();
      } else {
        read(key);
      }
    } catch (IOException | CancelledKeyException gone) {
      close((SocketChannel) key.channel());
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = listener.accept();
    if (channel != null) {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(2048));
    }
  }

  private void read(SelectionKey key) throws IOException {
    SocketChannel channel = (SocketChannel) key.channel();
    ByteBuffer buffer = (ByteBuffer) key.attachment();
    if (channel.read(buffer) < 0) {
      channel.close();
      return;
    }
    String text = StandardCharsets.US_ASCII.decode(buffer.duplicate().flip()).toString();
    if (text.endsWith(END_OF_HEAD)) {
      buffer.clear();
      channel.write(ByteBuffer.wrap(answer(text).getBytes(StandardCharsets.US_ASCII)));
    }
  }

  private String answer(String head) {
    String path = head.split(" ", 3)[1];
    int attempt;
    synchronized (attempts) {
      attempt = attempts.merge(path, 1, Integer::sum);
    }
    return attempt == 1
        ? "HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 4\r\n\r\nwait"
        : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // gone already
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
