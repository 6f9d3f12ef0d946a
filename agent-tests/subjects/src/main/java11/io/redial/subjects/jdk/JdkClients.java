package io.redial.subjects.jdk;

import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import java.net.Authenticator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The clients of this process, by name; each can be closed from outside where the JDK can. */
final class JdkClients {
  private static final int LATE_MILLIS = 3_000;
  private static final Map<String, HttpClient> CLIENTS = new ConcurrentHashMap<>();

  private JdkClients() {}

  static HttpClient of(Order order) {
    String name =
        order.clientName()
            + "/"
            + order.get("executor", "")
            + order.get("proxy-port", "")
            + order.get("user", "");
    return CLIENTS.computeIfAbsent(name, n -> create(order));
  }

  private static HttpClient create(Order order) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(version(order.httpVersion()))
            .followRedirects(
                order.followRedirects() ? HttpClient.Redirect.ALWAYS : HttpClient.Redirect.NEVER);
    if (order.connectTimeout() > 0) {
      builder.connectTimeout(Duration.ofMillis(order.connectTimeout()));
    }
    String executor = order.get("executor", "");
    if (!executor.isEmpty()) {
      builder.executor(executor(named(executor), order.get("executor-kind", "")));
    }
    int proxy = Integer.parseInt(order.get("proxy-port", "0"));
    if (proxy > 0) {
      builder.proxy(
          ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy)));
    }
    String user = order.get("user", "");
    if (!user.isEmpty()) {
      builder.authenticator(new Login(user));
    }
    HttpClient client = builder.build();
    String name = order.get("client-name", null);
    for (String action : new String[] {"close", "shutdown", "shutdownNow"}) {
      InFlight.offer(name, action, () -> end(client, action));
    }
    return client;
  }

  /** Has a name and a password for whoever asks. */
  private static final class Login extends Authenticator {
    private final String user;

    Login(String user) {
      this.user = user;
    }

    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      return new PasswordAuthentication(user, user.toCharArray());
    }
  }

  /** HTTP/3 is of Java 26. */
  private static HttpClient.Version version(int number) {
    return HttpClient.Version.valueOf(number == 1 ? "HTTP_1_1" : "HTTP_" + number);
  }

  private static Executor executor(Executor threads, String kind) {
    switch (kind) {
      case "interrupted":
        return interrupted(threads);
      case "late":
        return late(threads);
      default:
        return threads;
    }
  }

  /** Threads that are busy when the client wants to hear of the end of a body. */
  private static Executor late(Executor threads) {
    Executor later = CompletableFuture.delayedExecutor(LATE_MILLIS, TimeUnit.MILLISECONDS, threads);
    return task ->
        (task.getClass().getName().contains("ResponseSubscribers") ? later : threads).execute(task);
  }

  private static Executor named(String name) {
    AtomicInteger count = new AtomicInteger();
    return Executors.newFixedThreadPool(
        4,
        task -> {
          Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Threads that somebody has interrupted, as executors that are reused can have them. */
  private static Executor interrupted(Executor executor) {
    return task ->
        executor.execute(
            () -> {
              Thread.currentThread().interrupt();
              task.run();
            });
  }

  /** Java 21's ways to end a client. */
  private static void end(HttpClient client, String method) {
    try {
      HttpClient.class.getMethod(method).invoke(client);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
