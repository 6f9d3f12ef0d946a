package io.redial.contract.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Rule;
import io.redial.sampling.Part;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any of Redial's methods may throw in the midst of a call. */
@Tag("chaos")
@Tag(Sampling.DIVIDED)
@Tag(Sampling.ALWAYS)
@Timeout(7200)
final class ChaosTest {
  private static final Selection SELECTION =
      Selection.valueOf(System.getProperty("chaos.form", "sample").toUpperCase(Locale.ROOT));
  private static final long SEED = Long.getLong("chaos.seed", Seed.number());
  private static final int SLICE = Integer.getInteger("chaos.slice", 150);

  /** Fewer, because less of Redial is entered. */
  private static final int PASSIVE = Integer.getInteger("chaos.passive", 40);

  /** Fewer, because a watch waits a second before it goes on. */
  private static final int STREAMS = Integer.getInteger("chaos.streams", 60);

  /** Fewer, because each of them waits for a timeout. */
  private static final int TIMED = Integer.getInteger("chaos.timed", 12);

  /**
   * A normal build breaks what says how bodies go on, and the nightly tests all that handles them.
   */
  private static final String STREAMED =
      System.getProperty(
          "chaos.streamed", SELECTION == Selection.SAMPLE ? "io.redial.policy." : "io.redial.");

  /** What the names of the methods begin with that are broken: one class, for example. */
  private static final String METHODS = System.getProperty("chaos.methods", "io.redial.");

  private static final Path FOLDER = Path.of(System.getProperty("chaos.folder", "target/chaos"));

  /** The newest of each line; each part of the nightly tests breaks some methods of all. */
  static Stream<ClientUnderTest> clients() {
    Map<String, ClientUnderTest> newest =
        ClientUnderTest.ALL.stream()
            .filter(client -> !client.label().contains("minimal"))
            .collect(
                Collectors.toMap(
                    ClientUnderTest::adapter,
                    client -> client,
                    (one, other) ->
                        Comparator.comparing(ClientUnderTest::label).compare(one, other) < 0
                            ? other
                            : one,
                    TreeMap::new));
    return Part.asked() == null
        ? Seed.some(newest.values().stream(), ChaosTest.class)
        : newest.values().stream();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("clients")
  @Rule("1.4")
  void aCallEndsAsItWouldWhateverBreaksInside(ClientUnderTest client) {
    assertUnbroken(client, Setting.CALLS, METHODS, SLICE);
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("clients")
  @Rule({"1.4", "1.5", "11.1"})
  void aPassiveCallEndsAsItWouldWhateverBreaksInside(ClientUnderTest client) {
    assertUnbroken(client, Setting.PASSIVE, METHODS, PASSIVE);
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("clients")
  @Rule({"1.4", "2.5", "2.10"})
  void aCallThatTakesTooLongEndsAsItWouldWhateverBreaksInside(ClientUnderTest client) {
    assertUnbroken(client, Setting.TIMED, METHODS, TIMED);
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("clients")
  @Rule({"1.4", "10.5", "10.6"})
  void aBodyGoesOnOrEndsAsItWouldWhateverBreaksInside(ClientUnderTest client) {
    assertUnbroken(client, Setting.STREAMS, STREAMED, STREAMS);
  }

  private static void assertUnbroken(
      ClientUnderTest client, Setting setting, String prefix, int slice) {
    try (ChaosRun run = new ChaosRun(client, setting)) {
      run.run(SELECTION, prefix, SEED, slice);

      System.err.println(run.summary() + " (seed " + SEED + ")");
      write(run);
      assertThat(run.differences()).isEmpty();
    }
  }

  private static void write(ChaosRun run) {
    try {
      Files.createDirectories(FOLDER);
      Files.write(FOLDER.resolve(run.label().replace(' ', '-') + ".txt"), run.lines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
