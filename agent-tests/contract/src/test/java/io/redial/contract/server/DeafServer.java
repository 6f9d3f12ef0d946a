package io.redial.contract.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port whose queue of connections is full, so that a further one is neither made nor refused. */
public final class DeafServer implements AutoCloseable {
  private static final int MOST = 64;

  private final ServerSocket listener;
  private final List<Socket> queue = new ArrayList<>();

  /** Fills the queue. */
  public DeafServer() {
    try {
      listener = FreePort.listen(1);
      while (fits()) {
        if (queue.size() == MOST) {
          throw new IllegalStateException("this machine's queues have no end");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean fits() throws IOException {
    Socket socket = new Socket();
    queue.add(socket);
    try {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()), 200);
      return true;
    } catch (SocketTimeoutException full) {
      return false;
    }
  }

  /** Address of a resource. */
  public String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/thing";
  }

  @Override
  public void close() {
    try {
      for (Socket socket : queue) {
        socket.close();
      }
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
