package io.redial.contract.nets;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How much of the nets is run: a slice on the build's JDK, or with the profile {@code nets} all of
 * it on the JDKs that the property {@code nets.jdks} names.
 */
public final class NetForm {
  /** All of it. */
  public static final boolean LONG = System.getProperty("nets.form", "short").equals("long");

  private static final Set<Integer> JDKS =
      Arrays.stream(System.getProperty("nets.jdks", "8,11,17,21,25,27").split(","))
          .map(Integer::valueOf)
          .collect(Collectors.toUnmodifiableSet());

  private NetForm() {}

  /** Those that a client is to run on, of those that were found. */
  public static Stream<Jdk> jdks(ClientUnderTest client) {
    Stream<Jdk> jdks =
        LONG
            ? Jdks.found().stream().filter(jdk -> JDKS.contains(jdk.feature()))
            : Stream.of(Jdks.running());
    return jdks.filter(jdk -> jdk.feature() >= client.oldest());
  }
}
