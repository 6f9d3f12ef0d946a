package io.redial.contract.harness;

import io.redial.contract.server.Descriptors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that ran to its end.
 *
 * @param exit its exit status
 * @param out its standard output
 * @param err its standard error
 */
public record Program(int exit, String out, String err) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Runs a main class. */
  public static Program run(Jvm jvm, Class<?> main, String... args) {
    return run(jvm.command(main.getName(), List.of(args)), Map.of());
  }

  /** Runs a command with further variables in its environment. */
  public static Program run(List<String> command, Map<String, String> environment) {
    return run(command, environment, PATIENCE);
  }

  /** The same for a command that takes long. */
  public static Program run(
      List<String> command, Map<String, String> environment, Duration patience) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(Environment::concernsJava);
    builder.environment().putAll(environment);
    Effort.startedJvm();
    try {
      Process process = Descriptors.start(builder);
      process.getOutputStream().close();
      CompletableFuture<String> out = text(process.getInputStream());
      CompletableFuture<String> err = text(process.getErrorStream());
      if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running: " + command + "\n" + out.join() + err.join());
      }
      return new Program(process.exitValue(), out.join(), err.join());
    } catch (IOException e) {
      throw new AssertionError(command.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(command.toString(), e);
    }
  }

  private static CompletableFuture<String> text(java.io.InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            return e.toString();
          }
        });
  }
}
