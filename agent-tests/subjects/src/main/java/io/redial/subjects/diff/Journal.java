package io.redial.subjects.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an application sees of one call, in channels. Lines of a channel keep their order; what
 * happens on different threads at the same time belongs in different channels. Thread-safe.
 */
public final class Journal implements AutoCloseable {
  private static final long LONGEST_WAIT_SECONDS = 2;
  private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{4,8}\\b");
  private static final Pattern WEBSOCKET = Pattern.compile("(?i)Sec-WebSocket-Key: [^,; ]+");
  private static final Pattern LAMBDA = Pattern.compile("Lambda[$/0-9a-fx.]*");
  private static final Pattern TUBE =
      Pattern.compile("(SocketTube\\(|-Worker-|HttpClient-|http-outgoing-)\\d+");
  private static final Pattern EPHEMERAL = Pattern.compile("(/127\\.0\\.0\\.1|localhost):\\d{4,5}");

  private final Map<String, List<String>> channels = new LinkedHashMap<>();
  private final List<OddServer> servers = new ArrayList<>();
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  private Path folder;
  private boolean closed;

  /** Appends to a channel, unless the case is over. */
  public synchronized void note(String channel, Object what) {
    if (!closed) {
      channels.computeIfAbsent(channel, c -> new ArrayList<>()).add(String.valueOf(what));
      notifyAll();
    }
  }

  /** Waits for a channel's first line, which comes after the call's end, for a few seconds. */
  public synchronized void await(String channel) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
    for (long left = end - System.nanoTime();
        left > 0 && !channels.containsKey(channel);
        left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** The first line of a channel; how often the client says it depends on the moment. */
  public synchronized void noteOnce(String channel, Object what) {
    if (!channels.containsKey(channel)) {
      note(channel, what);
    }
  }

  /** Appends an event and the kind of thread that it came on. */
  public void event(String channel, Object what) {
    note(channel, what + " on " + kind(Thread.currentThread()));
  }

  /** Appends a throwable with its causes and what it suppressed. */
  public void thrown(String channel, Throwable thrown) {
    note(channel, Throwables.text(thrown));
  }

  /** Appends what the call gives, or what it throws. */
  public void result(String channel, Callable<?> call) {
    Object given;
    try {
      given = call.call();
    } catch (Throwable thrown) {
      thrown(channel, thrown);
      return;
    }
    note(channel, given);
  }

  /** The name of an object's class, without the number that a proxy has. */
  public static String type(Object object) {
    return object == null
        ? "null"
        : object.getClass().getName().replaceAll("\\$Proxy\\d+", "Proxy");
  }

  /** A thread's name without its numbers. */
  public static String kind(Thread thread) {
    return thread.getName().replaceAll("\\d+", "N") + (thread.isDaemon() ? " (daemon)" : "");
  }

  /** A server for this case: a step for each request, the last one for all further ones. */
  public OddServer server(OddServer.Step... steps) {
    OddServer server = new OddServer(steps);
    synchronized (this) {
      servers.add(server);
    }
    return server;
  }

  /** Something to be closed when the case is over, the latest first. */
  public synchronized <T extends AutoCloseable> T closing(T resource) {
    resources.push(resource);
    return resource;
  }

  /** A folder of this case's own. */
  public synchronized Path folder() throws IOException {
    if (folder == null) {
      folder = Files.createTempDirectory("odd-calls");
    }
    return folder;
  }

  /** A file of this case's own. */
  public Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder().resolve(name), bytes);
  }

  /** Lets the servers come to rest and writes down what they received. */
  void settle() throws InterruptedException {
    List<OddServer> all;
    synchronized (this) {
      all = new ArrayList<>(servers);
    }
    for (int i = 0; i < all.size(); i++) {
      all.get(i).awaitRest();
      note("server " + (i + 1), all.get(i).received());
    }
  }

  /** What was written down so far, normalised, by channel. */
  synchronized Map<String, String> channels() {
    Map<String, String> texts = new LinkedHashMap<>();
    channels.forEach((channel, lines) -> texts.put(channel, normal(String.join(" | ", lines))));
    return texts;
  }

  private String normal(String text) {
    String normal = text;
    for (int i = 0; i < servers.size(); i++) {
      normal = normal.replaceAll("\\b" + servers.get(i).port() + "\\b", "PORT" + (i + 1));
    }
    if (folder != null) {
      normal = normal.replace(folder.toString(), "FOLDER");
    }
    normal = WEBSOCKET.matcher(normal).replaceAll("Sec-WebSocket-Key: KEY");
    normal = IDENTITY.matcher(normal).replaceAll("@ID");
    normal = TUBE.matcher(normal).replaceAll("$1N");
    normal = normal.replaceAll("actual: \\d+ MILLISECONDS", "actual: N MILLISECONDS");
    normal = EPHEMERAL.matcher(normal).replaceAll("$1:EPHEMERAL");
    return LAMBDA.matcher(normal).replaceAll(Matcher.quoteReplacement("Lambda"));
  }

  @Override
  public void close() {
    List<AutoCloseable> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(resources);
      all.addAll(servers);
    }
    for (AutoCloseable resource : all) {
      try {
        resource.close();
      } catch (Exception e) {
        // It was only to be gone.
      }
    }
    if (folder != null) {
      Folders.delete(folder);
    }
  }
}
