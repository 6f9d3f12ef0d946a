package io.redial.contract.server;

import java.io.IOException;
import java.net.Socket;

/** The two ways to end a connection. */
final class Sockets {
  private Sockets() {}

  /** RST: what was sent and not yet read is lost. */
  static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** FIN, after which whatever the client still sends is read, lest the kernel answer with RST. */
  static void finish(Socket socket) throws IOException {
    socket.shutdownOutput();
    byte[] ignored = new byte[8192];
    socket.setSoTimeout(5_000);
    try {
      while (socket.getInputStream().read(ignored) >= 0) {
        // until the client has seen the end
      }
    } catch (IOException gone) {
      // it reset, or holds on: the point was made
    }
    socket.close();
  }
}
