package io.redial.contract.nets.readers;

import io.redial.contract.harness.Servers;
import io.redial.contract.server.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;

/** nginx with nchan, which sends what is published on as server-sent events and keeps it, too. */
final class Nchan implements AutoCloseable {
  private static final Path MODULE =
      Servers.folder().resolve("root/usr/lib/nginx/modules/ngx_nchan_module.so");

  private static final String CONFIGURATION =
      """
      load_module MODULE;
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
        server {
          listen 127.0.0.1:PORT;
          location = /publish {
            nchan_publisher;
            nchan_channel_id news;
            nchan_message_buffer_length 10000;
            nchan_message_timeout 1h;
          }
          location = /events {
            nchan_subscriber eventsource;
            nchan_channel_id news;
          }
        }
      }
      """;

  final int port = FreePort.find().number();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Path log;
  private final Process process;

  /** Starts it; the folder is for its files. */
  Nchan(Path folder) throws IOException {
    Path configuration = folder.resolve("nginx.conf");
    Files.writeString(
        configuration,
        CONFIGURATION
            .replace("MODULE", MODULE.toString())
            .replace("DIR", folder.toString())
            .replace("PORT", Integer.toString(port)));
    log = folder.resolve("access.log");
    process =
        new ProcessBuilder(
                Servers.command("nginx", "-p", folder.toString(), "-c", configuration.toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    Awaitility.await("nginx").until(this::accepts);
  }

  /** Whether agent-tests/servers.sh has fetched it. */
  static boolean isThere() {
    return Servers.have("nginx") && Files.exists(MODULE);
  }

  private boolean accepts() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  void publish(String data) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/publish"))
            .POST(BodyPublishers.ofString(data))
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(response + " " + response.body());
    }
  }

  /** What it wrote into its access log, for an error's message. */
  String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
