package io.redial.contract.harness;

import io.redial.contract.server.Descriptors;
import io.redial.subjects.Messages;
import io.redial.subjects.Scenario;
import io.redial.subjects.SendScenario;
import io.redial.subjects.SubjectMain;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A running JVM that answers scenarios: {@link SubjectMain} behind pipes. Thread-safe; any number
 * of scenarios may be in flight.
 */
public final class SubjectProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 200;
  private static final String SEND = SendScenario.class.getName();
  private static final Pattern FAULT = Pattern.compile("(?i)redial.* fault in ");
  private static final Semaphore STARTS =
      new Semaphore(Runtime.getRuntime().availableProcessors() + 1, true);

  private final Jvm jvm;
  private final Process process;
  private final DataOutputStream requests;
  private final Map<String, CompletableFuture<Map<String, String>>> waiting =
      new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Map<String, String>>> warm =
      new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final Queue<String> err = new ConcurrentLinkedQueue<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private volatile String noise = "";
  private Duration measured = Duration.ZERO;

  private SubjectProcess(Jvm jvm, Process process) {
    this.jvm = jvm;
    this.process = process;
    this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    daemon("subject-stderr", () -> copyErr(process.getErrorStream()));
    daemon("subject-stdout", () -> readReplies(process.getInputStream()));
  }

  /**
   * Starts it and has the client make its first call. That is what keeps the processors busy, so
   * only a few do it at once: the tests that measure waits beside them would be late.
   */
  static SubjectProcess startWarm(Jvm jvm, ClientUnderTest client) {
    STARTS.acquireUninterruptibly();
    SubjectProcess process = null;
    try {
      process = start(jvm);
      join(process.warming(client));
      return process;
    } catch (RuntimeException | Error failed) {
      if (process != null) {
        process.close();
      }
      throw failed;
    } finally {
      STARTS.release();
    }
  }

  /** Starts it; what goes wrong at start shows at the first call. */
  public static SubjectProcess start(Jvm jvm) {
    Jvm light = jvm.arg("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    ProcessBuilder builder =
        new ProcessBuilder(light.command(SubjectMain.class.getName(), List.of()));
    builder.environment().keySet().removeIf(Environment::concernsJava);
    Effort.startedJvm();
    try {
      return new SubjectProcess(jvm, Descriptors.start(builder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a scenario to its end. */
  public Map<String, String> call(Class<? extends Scenario> scenario, Map<String, String> args) {
    return call(scenario.getName(), args);
  }

  /** Runs a scenario to its end, by name, for those that this JVM cannot load. */
  public Map<String, String> call(String scenario, Map<String, String> args) {
    return join(callAsync(scenario, args));
  }

  /** Begins a scenario; the future fails where the scenario threw. */
  public CompletableFuture<Map<String, String>> callAsync(
      String scenario, Map<String, String> args) {
    String id = Long.toString(ids.incrementAndGet());
    String suite = Effort.suite();
    CompletableFuture<Map<String, String>> reply = new CompletableFuture<>();
    waiting.put(id, reply);
    Map<String, String> request = new LinkedHashMap<>(args);
    request.put(SubjectMain.ID, id);
    request.put(SubjectMain.SCENARIO, scenario);
    synchronized (requests) {
      try {
        Messages.write(requests, request);
      } catch (IOException e) {
        reply.completeExceptionally(new AssertionError("the subject is gone:\n" + printed(), e));
      }
    }
    return reply.whenComplete((facts, fault) -> measure(suite));
  }

  /**
   * Begins a scenario once that client has made a first call: classes are loaded then, and what a
   * test measures is the client and the agent.
   */
  CompletableFuture<Map<String, String>> callAsync(
      ClientUnderTest client, String scenario, Map<String, String> args) {
    return warming(client).thenCompose(warmed -> begin(client, scenario, args));
  }

  private CompletableFuture<Map<String, String>> warming(ClientUnderTest client) {
    return warm.computeIfAbsent(
        client.adapter() + client.loaderIn(jvm),
        key -> begin(client, SEND, FirstCall.order(client.adapter()).args()));
  }

  private CompletableFuture<Map<String, String>> begin(
      ClientUnderTest client, String scenario, Map<String, String> args) {
    String path = client.loaderIn(jvm);
    if (path == null) {
      return callAsync(scenario, args);
    }
    Map<String, String> more = new LinkedHashMap<>(args);
    more.put(SubjectMain.CLASS_PATH, path);
    return callAsync(scenario, more);
  }

  /** Waits for a reply, but not for ever. */
  static Map<String, String> join(CompletableFuture<Map<String, String>> reply) {
    try {
      return reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("no reply within " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** All that it printed to standard error, once no further line comes for a moment. */
  public String stderr() {
    Eventually.quiet(err::size);
    return printed();
  }

  private String printed() {
    return err.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** The lines about faults inside the agent that were printed since this was last called. */
  List<String> takeFaults() {
    List<String> taken = new ArrayList<>();
    for (String line = faults.poll(); line != null; line = faults.poll()) {
      taken.add(line);
    }
    return taken;
  }

  /** What was printed to standard output before the program had its say: an agent's, then. */
  public String stdoutNoise() {
    return noise;
  }

  /** Its process number. */
  public long pid() {
    return process.pid();
  }

  private void copyErr(InputStream stream) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      String line;
      while ((line = reader.readLine()) != null) {
        err.add(line);
        if (FAULT.matcher(line).find()) {
          faults.add(line);
        }
      }
    }
  }

  private void readReplies(InputStream stream) throws IOException {
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(stream))) {
      skipToMagic(in);
      Map<String, String> reply;
      while ((reply = Messages.read(in)) != null) {
        CompletableFuture<Map<String, String>> future = waiting.remove(reply.get(SubjectMain.ID));
        String fault = reply.get(SubjectMain.FAULT);
        if (fault == null) {
          future.complete(reply);
        } else {
          future.completeExceptionally(new AssertionError("in the subject: " + fault));
        }
      }
    } finally {
      failAll();
    }
  }

  private void skipToMagic(InputStream in) throws IOException {
    StringBuilder seen = new StringBuilder();
    int read = in.read();
    while (read >= 0) {
      seen.append((char) read);
      if (seen.indexOf(Messages.MAGIC) >= 0) {
        noise = seen.substring(0, seen.length() - Messages.MAGIC.length());
        return;
      }
      read = in.read();
    }
    noise = seen.toString();
  }

  private void failAll() {
    waiting
        .values()
        .forEach(
            reply ->
                reply.completeExceptionally(
                    new AssertionError("the subject ended:\n" + noise + printed())));
  }

  private synchronized void measure(String suite) {
    Duration now = process.info().totalCpuDuration().orElse(measured);
    Effort.used(suite, now.minus(measured));
    measured = now;
  }

  /** Ends it at once, whatever it is doing. */
  @Override
  public void close() {
    process.destroyForcibly();
  }

  private interface Copying {
    void run() throws IOException;
  }

  private static void daemon(String name, Copying copying) {
    Thread thread =
        new Thread(
            () -> {
              try {
                copying.run();
              } catch (IOException e) {
                // the process ended in the middle of a message; failAll has told the callers
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
