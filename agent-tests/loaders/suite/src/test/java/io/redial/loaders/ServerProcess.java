package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server that its own script started, and what it writes to the console. */
final class ServerProcess implements AutoCloseable {
  /** Where a script that does not wait may put the JVM's number, in the folder. */
  static final String PID = "jvm.pid";

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration STOPPING = Duration.ofSeconds(30);

  private final Process script;
  private final Path console;

  private ServerProcess(Process script, Path console) {
    this.script = script;
    this.console = console;
  }

  /**
   * Starts it.
   *
   * @param folder where it is started and the console is kept
   * @param environment the operator's settings for the script
   */
  static ServerProcess start(
      Java java, Path folder, Map<String, String> environment, String... command)
      throws IOException {
    Path console = folder.resolve("console.log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.contains("JAVA") || name.contains("REDIAL"));
    builder.environment().put("JAVA_HOME", java.home().toString());
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(console.toFile());
    return new ServerProcess(builder.start(), console);
  }

  /** Waits for such a line in the logs; a server that does not write it is ended. */
  Matcher awaitLine(String pattern) {
    Pattern line = Pattern.compile(pattern);
    Matcher last = null;
    try {
      await("a line with " + pattern)
          .atMost(PATIENCE)
          .until(() -> lastMatch(line) != null || hasFailed());
      last = lastMatch(line);
      assertThat(last).as("a line with %s in %s", pattern, logs()).isNotNull();
      return last;
    } finally {
      if (last == null) {
        close();
      }
    }
  }

  private boolean hasFailed() {
    return !script.isAlive() && script.exitValue() != 0;
  }

  /** Null if there is none. */
  private Matcher lastMatch(Pattern line) {
    Matcher last = null;
    Matcher matcher = line.matcher(logs());
    while (matcher.find()) {
      last = line.matcher(matcher.group());
      last.find();
    }
    return last;
  }

  /** All that it logs: on the console and below the folder that it was started in. */
  String logs() {
    try (Stream<Path> files = Files.walk(console.getParent())) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .map(ServerProcess::text)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many lines of the console have that word. */
  long onConsole(String word) {
    return text(console).lines().filter(line -> line.contains(word)).count();
  }

  private static String text(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many instances of classes of that name a full collection leaves, whatever loads them. */
  int instances(String className) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Java.running().home().resolve("bin/jcmd").toString(),
                Long.toString(jvm().pid()),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String histogram = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jcmd.waitFor()).as(histogram).isZero();
    return Pattern.compile(
            "^ *\\d+: +(\\d+) +\\d+ +" + Pattern.quote(className) + "( .*)?$", Pattern.MULTILINE)
        .matcher(histogram)
        .results()
        .mapToInt(row -> Integer.parseInt(row.group(1)))
        .sum();
  }

  /** Ends it as an init system does, and waits for as long as one does. */
  void stop() throws Exception {
    ProcessHandle jvm = jvm();
    jvm.destroy();
    assertThat(jvm.onExit()).as("stopped: %s", text(console)).succeedsWithin(STOPPING);
    assertThat(script.waitFor(STOPPING.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  /** A script becomes the JVM, waits for it, or leaves its number in a file. */
  private ProcessHandle jvm() {
    return Stream.of(Stream.of(script.toHandle()), script.descendants(), named())
        .flatMap(processes -> processes)
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no JVM: " + text(console)));
  }

  private Stream<ProcessHandle> named() {
    Path file = console.resolveSibling(PID);
    return Files.exists(file)
        ? ProcessHandle.of(Long.parseLong(text(file).trim())).stream()
        : Stream.empty();
  }

  @Override
  public void close() {
    Stream.of(script.descendants(), named(), Stream.of(script.toHandle()))
        .flatMap(processes -> processes)
        .forEach(ProcessHandle::destroyForcibly);
  }
}
