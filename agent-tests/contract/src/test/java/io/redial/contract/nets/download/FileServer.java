package io.redial.contract.nets.download;

import io.redial.contract.harness.Servers;
import io.redial.contract.server.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;

/** nginx with a file, as anybody would set it up. */
final class FileServer implements AutoCloseable {
  private static final String CONFIGURATION =
      """
      daemon off;
      master_process off;
      pid DIR/nginx.pid;
      error_log DIR/error.log;
      events { worker_connections 1024; }
      http {
        access_log DIR/access.log;
        client_body_temp_path DIR/body;
        proxy_temp_path DIR/proxy;
        fastcgi_temp_path DIR/fastcgi;
        uwsgi_temp_path DIR/uwsgi;
        scgi_temp_path DIR/scgi;
        gzip on;
        server {
          listen 127.0.0.1:PORT;
          root FILES;
        }
      }
      """;

  final int port = FreePort.find().number();
  private final Process process;

  /**
   * Starts it.
   *
   * @param files what it serves
   * @param folder for its own files
   */
  FileServer(Path files, Path folder) throws IOException {
    Path configuration = folder.resolve("nginx.conf");
    Files.writeString(
        configuration,
        CONFIGURATION
            .replace("DIR", folder.toString())
            .replace("FILES", files.toString())
            .replace("PORT", Integer.toString(port)));
    process =
        new ProcessBuilder(
                Servers.command("nginx", "-p", folder.toString(), "-c", configuration.toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    Awaitility.await("nginx").until(this::accepts);
  }

  private boolean accepts() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
