package io.redial.contract.nets.soak;

import io.redial.contract.harness.Servers;
import io.redial.contract.server.Certificate;
import io.redial.contract.server.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** A real server that stands before ours, and is told to reload all the time. */
final class Proxy implements Site {
  private static final long RELOAD_MILLIS = 700;

  private final SoakServer behind = new SoakServer(Settings.SEEDS, "http/1.1");
  private final int plain = FreePort.find().number();
  private final int tls = FreePort.find().number();
  private final Process process;
  private volatile boolean closed;

  /** Which one. */
  enum Kind {
    NGINX("nginx", "HUP"),
    HAPROXY("haproxy", "USR2");

    private final String program;
    private final String reload;

    Kind(String program, String reload) {
      this.program = program;
      this.reload = reload;
    }

    /** Whether agent-tests/servers.sh has fetched it. */
    boolean isThere() {
      return Servers.have(program);
    }

    @Override
    public String toString() {
      return program;
    }
  }

  /**
   * Starts it.
   *
   * @param http2 whether it speaks HTTP/2 without TLS, by prior knowledge
   */
  Proxy(Kind kind, Path folder, boolean http2) {
    try {
      String[] args = kind == Kind.NGINX ? nginx(folder, http2) : haproxy(folder, http2);
      process =
          new ProcessBuilder(Servers.command(kind.program, args))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("server.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Awaitility.await(kind.program).until(() -> accepts(plain) && accepts(tls));
    Thread reloading = new Thread(() -> reload(kind.reload), kind.program);
    reloading.setDaemon(true);
    reloading.start();
  }

  private String[] nginx(Path folder, boolean http2) throws IOException {
    Certificate.TRUSTED.writePem(folder.resolve("both.pem"));
    String text =
        """
        daemon off;
        pid DIR/nginx.pid;
        error_log DIR/error.log;
        worker_processes 1;
        worker_shutdown_timeout 200ms;
        events { worker_connections 1024; }
        http {
          access_log off;
          client_body_temp_path DIR/body;
          proxy_temp_path DIR/proxy;
          fastcgi_temp_path DIR/fastcgi;
          uwsgi_temp_path DIR/uwsgi;
          scgi_temp_path DIR/scgi;
          client_max_body_size 0;
          keepalive_requests 300;
          upstream behind { server BEHIND; keepalive 32; }
          server {
            listen 127.0.0.1:PLAIN PROTOCOL;
            listen 127.0.0.1:TLS ssl http2;
            ssl_certificate DIR/both.pem;
            ssl_certificate_key DIR/both.pem;
            location / {
              proxy_pass http://behind;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_next_upstream off;
              proxy_request_buffering off;
            }
          }
        }
        """;
    Path file = folder.resolve("nginx.conf");
    Files.writeString(file, filled(text, folder).replace("PROTOCOL", http2 ? "http2" : ""));
    return new String[] {"-p", folder.toString(), "-c", file.toString()};
  }

  private String[] haproxy(Path folder, boolean http2) throws IOException {
    Certificate.TRUSTED.writePem(folder.resolve("both.pem"));
    String text =
        """
        global
          maxconn 1000
          hard-stop-after 200ms
        defaults
          mode http
          retries 0
          timeout connect 2s
          timeout client 20s
          timeout server 20s
        frontend front
          bind 127.0.0.1:PLAIN PROTOCOL
          bind 127.0.0.1:TLS ssl crt DIR/both.pem alpn h2,http/1.1
          default_backend back
        backend back
          server behind BEHIND
        """;
    Path file = folder.resolve("haproxy.cfg");
    Files.writeString(file, filled(text, folder).replace("PROTOCOL", http2 ? "proto h2" : ""));
    return new String[] {"-W", "-f", file.toString()};
  }

  private String filled(String text, Path folder) {
    return text.replace("DIR", folder.toString())
        .replace("BEHIND", behind.urls().split(",", -1)[0].replace("http://", ""))
        .replace("PLAIN", Integer.toString(plain))
        .replace("TLS", Integer.toString(tls));
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void reload(String signal) {
    while (!closed) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RELOAD_MILLIS));
      signal(signal);
    }
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String urls() {
    String quiet = behind.urls().split(",", -1)[2];
    return "http://127.0.0.1:" + plain + ",https://localhost:" + tls + "," + quiet;
  }

  @Override
  public Ledger ledger() {
    return behind.ledger();
  }

  @Override
  public int connections(String mark) {
    return 0; // Those behind the proxy are its own.
  }

  @Override
  public void close() {
    closed = true;
    signal("STOP"); // Or it starts further workers while these are ended, and they outlive it.
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    behind.close();
  }
}
