package io.redial.contract.harness;

import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * Multiplies a {@link ContractTest} by clients (see {@link AnyClient}), JDKs and the values of
 * {@link Each} parameters, and takes a {@link Share} of that.
 */
final class SubjectsExtension implements TestTemplateInvocationContextProvider {
  private static final Set<String> OF_THE_CONTRACT =
      Set.of("programs", Sampling.DIVIDED, Sampling.HEAVY, Sampling.ALWAYS);
  private static final int ONE_VALUE_IN = Integer.getInteger("contract.values", 1);
  private static final boolean ASKED_BY_NAME = !System.getProperty("test", "").isBlank();
  private static final boolean EVERY_CLIENT =
      System.getProperty("contract.anyclient", "two").equals("all");

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    List<TestTemplateInvocationContext> all =
        clients(context).stream().flatMap(client -> invocations(client, context)).toList();
    if (!OF_THE_CONTRACT.containsAll(context.getTags())) {
      // What is tagged has sizes of its own.
      List<ClientUnderTest> drawn =
          Seed.some(ClientUnderTest.ALL.stream(), context.getRequiredTestClass()).toList();
      return all.stream().filter(one -> drawn.contains(client(one)));
    }
    Set<TestTemplateInvocationContext> share =
        Share.OF_THE_CONTRACT.of(
            all.stream().filter(Invocation.class::isInstance).toList(), context.getUniqueId());
    return all.stream().filter(one -> one instanceof Skipped || share.contains(one));
  }

  private static ClientUnderTest client(TestTemplateInvocationContext one) {
    return one instanceof Invocation invocation ? invocation.client() : ((Skipped) one).client();
  }

  /**
   * A test of few combinations is in few parts, and one of few clients may be for none that was
   * drawn.
   */
  @Override
  public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
    return Share.OF_THE_CONTRACT.part() > 0 || !OF_THE_CONTRACT.containsAll(context.getTags());
  }

  /** All clients, or a blocking and an asynchronous one of those that can run the test. */
  private static List<ClientUnderTest> clients(ExtensionContext context) {
    if (EVERY_CLIENT || !dependsOnNoClient(context)) {
      return ClientUnderTest.ALL;
    }
    List<ClientUnderTest> able =
        ClientUnderTest.ALL.stream()
            .filter(client -> invocations(client, context).noneMatch(Skipped.class::isInstance))
            .collect(Collectors.toList());
    if (able.isEmpty()) {
      return ClientUnderTest.ALL;
    }
    String drawn = Share.OF_THE_CONTRACT.seed() + context.getUniqueId();
    Collections.shuffle(able, new Random(drawn.hashCode()));
    return able.stream()
        .collect(
            Collectors.toMap(
                client -> client.limit(Feature.FUTURE).isPresent(), client -> client, (a, b) -> a))
        .values()
        .stream()
        .toList();
  }

  private static boolean dependsOnNoClient(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(AnyClient.class)
        || context.getRequiredTestClass().isAnnotationPresent(AnyClient.class);
  }

  private static Stream<TestTemplateInvocationContext> invocations(
      ClientUnderTest client, ExtensionContext context) {
    ContractTest test = context.getRequiredTestMethod().getAnnotation(ContractTest.class);
    int from = Math.max(test.from(), client.oldest());
    boolean slice = test.slice() && client.isSliced();
    List<Jdk> jdks = Jdks.choose(from, test.to(), slice, client.isEnd());
    if (jdks.isEmpty()) {
      return Stream.of(new Skipped(client, "no JDK from " + from + " on was found"));
    }
    return limit(client, context)
        .map(reason -> Stream.<TestTemplateInvocationContext>of(new Skipped(client, reason)))
        .orElseGet(() -> invocations(client, inTurn(client, jdks, context), context));
  }

  /**
   * A client that is no part of the JDK gets, besides the build's JDK, every second one, and at
   * night on each of these its oldest or its newest version: the seed draws both anew for each
   * test. A test that is asked for by its name gets all.
   */
  private static List<Jdk> inTurn(
      ClientUnderTest client, List<Jdk> jdks, ExtensionContext context) {
    if (ASKED_BY_NAME || client.limit(Feature.JAVA_NET_HTTP).isEmpty()) {
      return jdks;
    }
    Optional<ClientUnderTest> other =
        client.otherEnd().filter(end -> limit(end, context).isEmpty());
    boolean isNewest = other.filter(end -> isBefore(client, end)).isEmpty();
    List<Jdk> drawn = Seed.drawn(jdks, context.getUniqueId() + client.name());
    if (Jdks.all()) {
      drawn.remove(Jdks.running()); // Otherwise the only other JDK would always be in turn.
    }
    return jdks.stream()
        .filter(
            jdk ->
                jdk.equals(Jdks.running())
                    || isTurn(drawn.indexOf(jdk), other.isPresent(), isNewest))
        .toList();
  }

  /** Every second of an order; if a client has two ends, these take turns. */
  private static boolean isTurn(int place, boolean hasTwoEnds, boolean isNewest) {
    return hasTwoEnds ? place % 4 == (isNewest ? 0 : 2) : place % 2 == 0;
  }

  private static boolean isBefore(ClientUnderTest one, ClientUnderTest other) {
    return ClientUnderTest.ALL.indexOf(one) < ClientUnderTest.ALL.indexOf(other);
  }

  private static Stream<TestTemplateInvocationContext> invocations(
      ClientUnderTest client, List<Jdk> jdks, ExtensionContext context) {
    List<Map<Integer, Object>> combinations =
        EachValues.combinations(context.getRequiredTestMethod(), client);
    List<ClientUnderTest> able =
        ClientUnderTest.ALL.stream().filter(one -> limit(one, context).isEmpty()).toList();
    return IntStream.range(0, jdks.size())
        .boxed()
        .flatMap(
            i ->
                sample(combinations, context, able.indexOf(client) + i, able.size())
                    .map(values -> new Invocation(client, jdks.get(i), values)));
  }

  /**
   * One in so many values for each client and JDK. Those that can run the test take different ones
   * in turn, so that few values of a test are left out of a build, and none of a test that only one
   * or two clients can run.
   */
  private static Stream<Map<Integer, Object>> sample(
      List<Map<Integer, Object>> combinations, ExtensionContext context, int turn, int turns) {
    List<Map<Integer, Object>> drawn = new ArrayList<>(combinations);
    String seed = Share.OF_THE_CONTRACT.seed() + context.getUniqueId();
    Collections.shuffle(drawn, new Random(seed.hashCode()));
    int oneIn = Math.max(1, Math.min(ONE_VALUE_IN, Math.min(turns, drawn.size())));
    return IntStream.range(0, drawn.size())
        .filter(i -> i % oneIn == turn % oneIn)
        .mapToObj(drawn::get);
  }

  private static Optional<String> limit(ClientUnderTest client, ExtensionContext context) {
    Needs needs = context.getRequiredTestMethod().getAnnotation(Needs.class);
    return Stream.of(needs == null ? new Feature[0] : needs.value())
        .flatMap(feature -> client.limit(feature).stream())
        .findFirst();
  }

  private record Invocation(ClientUnderTest client, Jdk jdk, Map<Integer, Object> values)
      implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return values.values().stream()
          .map(value -> ", " + (value.equals("") ? "\"\"" : value))
          .collect(Collectors.joining("", client.label() + " on " + jdk, ""));
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new TestParameters(client, jdk, values));
    }
  }

  private record Skipped(ClientUnderTest client, String reason)
      implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return client.label();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      ExecutionCondition skip =
          context -> ConditionEvaluationResult.disabled(client.label() + ": " + reason);
      return List.of(skip);
    }
  }
}
