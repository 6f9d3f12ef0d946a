package io.redial.contract.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A port of the loopback where nobody listens.
 *
 * @param number the port
 */
public record FreePort(int number) {

  /** One that was free a moment ago. */
  public static FreePort find() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new FreePort(socket.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
