package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.Environment;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Jvm;
import io.redial.subjects.programs.GetAtOnce;
import io.redial.subjects.programs.GetEach;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A program that runs for as long as a test wants and fetches what it is told to. */
final class Fetcher implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Process process;
  private final Queue<String> out = new ConcurrentLinkedQueue<>();
  private final Queue<String> err = new ConcurrentLinkedQueue<>();

  private Fetcher(Process process) {
    this.process = process;
    daemon(process.getInputStream(), out);
    daemon(process.getErrorStream(), err);
  }

  /** Starts it. */
  static Fetcher start(Jvm jvm) {
    return start(jvm, Map.of());
  }

  /** Starts it with further variables in its environment. */
  static Fetcher start(Jvm jvm, Map<String, String> environment) {
    return start(jvm, environment, GetEach.class);
  }

  /** Starts one that waits for no call before it begins the next. */
  static Fetcher startAtOnce(Jvm jvm) {
    return start(jvm, Map.of(), GetAtOnce.class);
  }

  private static Fetcher start(Jvm jvm, Map<String, String> environment, Class<?> program) {
    ProcessBuilder builder = new ProcessBuilder(jvm.command(program.getName(), List.of()));
    builder.environment().keySet().removeIf(Environment::concernsJava);
    builder.environment().putAll(environment);
    try {
      return new Fetcher(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Begins to fetch, and does not wait for the end. */
  void begin(String url) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((url + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw new AssertionError("the program is gone:\n" + err, e);
    }
  }

  /** What came of the earliest call that was not asked about yet. */
  String result() {
    return result(PATIENCE);
  }

  String result(Duration atMost) {
    await()
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(10))
        .failFast("the program ended", () -> !process.isAlive() && out.isEmpty())
        .until(() -> !out.isEmpty());
    return out.poll();
  }

  /** Waits until that many calls have an outcome which nobody asked about yet. */
  void awaitResults(Duration atMost, int count) {
    await()
        .atMost(atMost)
        .failFast("the program ended", () -> !process.isAlive())
        .until(() -> out.size() >= count);
  }

  /** Fetches: {@code status 200}. */
  String get(String url) {
    begin(url);
    return result();
  }

  /** The lines on standard error, once no further one comes for a moment. */
  List<String> err() {
    Eventually.quiet(err::size);
    return List.copyOf(err);
  }

  /** Those that contain a text. */
  List<String> err(String text) {
    return err().stream().filter(line -> line.contains(text)).toList();
  }

  /** Waits until a line on standard error contains a text. */
  void awaitErr(Duration atMost, String text) {
    await()
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(10))
        .failFast("the program ended", () -> !process.isAlive())
        .untilAsserted(() -> assertThat(err).anyMatch(line -> line.contains(text)));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static void daemon(InputStream stream, Queue<String> lines) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                reader.lines().forEach(lines::add);
              } catch (IOException | UncheckedIOException e) {
                // the program was ended
              }
            },
            "fetcher");
    thread.setDaemon(true);
    thread.start();
  }
}
