package io.redial.contract.nets;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.sampling.Seed;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How much of the nets is run: a slice on the build's JDK, or with the profile {@code nightly} all
 * of it, for each client on a JDK that the seed draws, or on those that the property {@code
 * nets.jdks} names.
 */
public final class NetForm {
  /** All of it. */
  public static final boolean LONG = System.getProperty("nets.form", "short").equals("long");

  /** Versions, or empty. */
  private static final String NAMED = System.getProperty("nets.jdks", "");

  private NetForm() {}

  /** Those that a client is to run on, of those that were found. */
  public static Stream<Jdk> jdks(ClientUnderTest client) {
    if (!LONG) {
      return Stream.of(Jdks.running()).filter(jdk -> jdk.feature() >= client.oldest());
    }
    List<Jdk> able =
        Jdks.found().stream()
            .filter(jdk -> jdk.feature() >= client.oldest())
            .collect(Collectors.toList());
    if (!NAMED.isBlank()) {
      List<String> named = List.of(NAMED.split(","));
      return able.stream().filter(jdk -> named.contains(Integer.toString(jdk.feature())));
    }
    return Seed.drawn(able, client.label()).stream().limit(1);
  }
}
