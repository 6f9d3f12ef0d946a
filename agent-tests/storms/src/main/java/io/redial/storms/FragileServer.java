package io.redial.storms;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Serves what it can and turns the rest away with 503 and {@code Retry-After: 1}: every tenth
 * request during the hiccup, every one during the outage. A thread for each connection. Before
 * {@link #begin} it serves whatever comes and writes nothing down.
 */
final class FragileServer implements AutoCloseable {
  private static final byte[] SERVED = response("200 OK", "here you are");
  private static final byte[] TURNED_AWAY =
      response("503 Service Unavailable\r\nRetry-After: 1", "too much");
  private static final String NUMBER = "x-call:";

  private final ServerSocket listener;
  private final Scenario scenario;

  // Guarded by this.
  private final List<Request> requests = new ArrayList<>();
  private final Capacity capacity;
  private long start;
  private boolean begun;
  private int hiccups;

  FragileServer(Scenario scenario) throws IOException {
    this.listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    this.scenario = scenario;
    this.capacity = new Capacity(scenario.capacity());
    daemon(this::accept);
  }

  /** Where a host of that name finds it. */
  String url(String host) {
    return "http://" + host + ":" + listener.getLocalPort() + "/thing";
  }

  /** From now on time counts. */
  synchronized void begin() {
    start = System.nanoTime();
    begun = true;
  }

  /** Everything so far. */
  synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        daemon(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (int call = read(in); call >= -1; call = read(in)) {
        boolean served = accepts(call);
        if (served) {
          TimeUnit.MILLISECONDS.sleep(scenario.serviceMillis());
        }
        socket.getOutputStream().write(served ? SERVED : TURNED_AWAY);
      }
    } catch (IOException gone) {
      // The client closed its connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean accepts(int call) {
    if (!begun) {
      return true;
    }
    double now = (System.nanoTime() - start) / 1e9;
    boolean able = !scenario.inOutage(now) && !(scenario.inHiccup(now) && ++hiccups % 10 == 0);
    boolean served = able && capacity.take(1, now);
    if (!served) {
      capacity.spend(scenario.shedCost());
    }
    requests.add(new Request(now, call, served));
    return served;
  }

  /** Reads a request without a body; its call's number, or less than -1 at the stream's end. */
  private static int read(BufferedReader in) throws IOException {
    String line = in.readLine();
    if (line == null) {
      return Integer.MIN_VALUE;
    }
    int call = -1;
    while (line != null && !line.isEmpty()) {
      if (line.toLowerCase(Locale.ROOT).startsWith(NUMBER)) {
        call = Integer.parseInt(line.substring(NUMBER.length()).trim());
      }
      line = in.readLine();
    }
    return call;
  }

  private static byte[] response(String head, String body) {
    String text = "HTTP/1.1 " + head + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "fragile-server");
    thread.setDaemon(true);
    thread.start();
  }
}
