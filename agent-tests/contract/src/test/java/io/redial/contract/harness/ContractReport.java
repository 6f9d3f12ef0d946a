package io.redial.contract.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Writes the matrix of rules and clients when all tests are done, and ends the subjects. */
public final class ContractReport implements TestExecutionListener {
  private final Matrix matrix = new Matrix();
  private final Suites suites = new Suites();
  private final Map<String, Long> begun = new ConcurrentHashMap<>();

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      suite(test).ifPresent(Effort::began);
      begun.put(test.getUniqueId(), System.nanoTime());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.FAILED && test.isTest()) {
      method(test).ifPresent(method -> System.out.println(failure(test, method)));
    }
    Long start = begun.remove(test.getUniqueId());
    if (start != null) {
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      suite(test).ifPresent(suite -> Effort.tested(suite, took));
    }
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      String reason = result.getThrowable().map(Throwable::getMessage).orElse("aborted");
      executionSkipped(test, reason);
    } else if (test.isTest()) {
      boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
      rule(test).ifPresent(rule -> count(test, rule, passed));
      suite(test).ifPresent(suite -> suites.ran(suite, test.getDisplayName(), passed));
    }
  }

  private void count(TestIdentifier test, Rule rule, boolean passed) {
    for (String number : rule.value()) {
      matrix.ran(number, column(test), passed);
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    suites.skipped(test.getDisplayName());
    rule(test)
        .ifPresent(
            rule -> {
              for (String number : rule.value()) {
                matrix.skipped(number, column(test), reason);
              }
            });
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    SubjectPool.closeAll();
    Path file = Path.of(System.getProperty("contract.matrix.file", "target/contract-matrix.txt"));
    print(Effort.text(), file.resolveSibling("cost-" + file.getFileName()));
    if (matrix.isEmpty()) {
      return;
    }
    print(matrix.text(), file);
    print(suites.text(), file.resolveSibling("suites-" + file.getFileName()));
  }

  private static void print(String text, Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.println(text);
  }

  /** One line: what failed, with what, and the command that runs it again alone. */
  private static String failure(TestIdentifier test, MethodSource method) {
    String name = method.getJavaClass().getSimpleName() + "#" + method.getMethodName();
    String client = column(test);
    String seed = Share.OF_THE_CONTRACT.seed();
    return "FAILED "
        + name
        + ": "
        + test.getDisplayName()
        + Scope.optionsOfThisThread()
        + (seed.isEmpty() ? "" : ", seed " + seed)
        + "; again: mvn verify -pl agent,agent-tests/contract -am -Dtest="
        + name
        + " -Dsurefire.failIfNoSpecifiedTests=false"
        + (client.equals(Matrix.AGENT) ? "" : " -Dcontract.clients=" + client)
        + (seed.isEmpty() ? "" : " -Dcontract.seed=" + seed);
  }

  private static Optional<MethodSource> method(TestIdentifier test) {
    return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
  }

  private static Optional<String> suite(TestIdentifier test) {
    return method(test).map(source -> source.getJavaClass().getSimpleName());
  }

  private static Optional<Rule> rule(TestIdentifier test) {
    return method(test)
        .map(MethodSource::getJavaMethod)
        .map((Method method) -> method.getAnnotation(Rule.class));
  }

  /** The client's label stands first in the name of a {@link ContractTest}'s invocation. */
  private static String column(TestIdentifier test) {
    String first = test.getDisplayName().split(" ", 2)[0];
    return ClientUnderTest.ALL.stream()
        .map(ClientUnderTest::label)
        .filter(first::equals)
        .findFirst()
        .orElse(Matrix.AGENT);
  }
}
