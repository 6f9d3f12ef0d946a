package io.redial.contract.nets.diff;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdk;
import io.redial.contract.nets.NetForm;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A client's odd calls on a JDK.
 *
 * @param client whose calls
 * @param jdk what they are made on
 * @param families class names of {@link io.redial.subjects.diff.Family}
 */
record Program(ClientUnderTest client, Jdk jdk, List<String> families) {
  private static final Map<String, List<String>> DIFFERENTIAL =
      Map.of(
          "jdk-sync", List.of("jdk.JdkBodies", "jdk.JdkCalls"),
          "apache4-internal-.*", List.of("apache4.OddClassic"),
          "apache4-async-.*", List.of("apache4.OddAsync"),
          "apache5-classic-.*", List.of("apache5.OddClassic"),
          "apache5-async-.*", List.of("apache5.OddAsync"));

  private static final Map<String, List<String>> BODIES =
      Map.of(
          "jdk-sync", List.of("jdk.JdkUploads"),
          "apache4-internal-.*", List.of("apache4.ClassicUploads"),
          "apache4-old-.*", List.of("apache4.OldUploads"),
          "apache4-async-.*", List.of("apache4.AsyncUploads"),
          "apache5-async-.*", List.of("apache5.AsyncUploads"),
          "apache5-classic-.*", List.of("apache5.ClassicUploads"));

  /** Those that compare everything that an application sees. */
  static Stream<Program> differential() {
    return all(DIFFERENTIAL);
  }

  /** Those that send bodies of every kind. */
  static Stream<Program> bodies() {
    return all(BODIES);
  }

  private static Stream<Program> all(Map<String, List<String>> families) {
    return ClientUnderTest.ALL.stream()
        .flatMap(
            client ->
                families.entrySet().stream()
                    .filter(entry -> client.label().matches(entry.getKey()))
                    .flatMap(entry -> onEachJdk(client, entry.getValue())));
  }

  private static Stream<Program> onEachJdk(ClientUnderTest client, List<String> families) {
    List<String> names = families.stream().map(name -> "io.redial.subjects.diff." + name).toList();
    return NetForm.jdks(client).map(jdk -> new Program(client, jdk, names));
  }

  /** Whether the client has a layer of retries of its own. */
  boolean retriesItself() {
    return client.label().startsWith("apache");
  }

  OddProgram program() {
    return new OddProgram(client.jvm(jdk), families);
  }

  @Override
  public String toString() {
    return client.label() + " on " + jdk;
  }
}
