package io.redial.contract.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A connection to a client, with TLS or without, and the ways to end it. */
final class Wire implements AutoCloseable {
  private final Socket tcp;
  private final Socket http;

  private Wire(Socket tcp, Socket http) {
    this.tcp = tcp;
    this.http = http;
  }

  /** A connection on which HTTP is spoken as it is. */
  static Wire plain(Socket socket) {
    return new Wire(socket, socket);
  }

  /** A connection with TLS; the handshake comes with the first byte that is read. */
  static Wire tls(Socket socket, Certificate certificate, String... protocols) throws IOException {
    return new Wire(socket, certificate.over(socket, protocols));
  }

  InputStream in() throws IOException {
    return http.getInputStream();
  }

  OutputStream out() throws IOException {
    return http.getOutputStream();
  }

  /** The server's own port. */
  int port() {
    return tcp.getLocalPort();
  }

  /** Waits until the client has begun the handshake, which goes no further. */
  void awaitHello() throws IOException {
    tcp.getInputStream().read();
  }

  /** RST: what was sent and not yet read is lost. */
  void reset() throws IOException {
    Descriptors.reset(tcp);
  }

  /** The end of what is sent, with TLS's close_notify before it. */
  void finish() throws IOException {
    http.shutdownOutput();
    drain();
  }

  /** FIN alone, as the kernel sends it for a process that was killed. */
  void cut() throws IOException {
    tcp.shutdownOutput();
    drain();
  }

  /** Whatever the client still sends is read, lest the kernel answer with RST. */
  private void drain() throws IOException {
    byte[] ignored = new byte[8192];
    tcp.setSoTimeout(5_000);
    try {
      while (tcp.getInputStream().read(ignored) >= 0) {
        // until the client has seen the end
      }
    } catch (IOException gone) {
      // it reset, or holds on: the point was made
    }
    tcp.close();
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
