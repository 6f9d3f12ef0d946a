package io.redial.contract.nets.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules 6.1 to 6.4: bodies of every kind, each against servers that break off the upload, answer in
 * the middle of it or refuse it afterwards. Every attempt that is whole must be the body, every
 * call must end as a success or as it does without the agent, and none may hang.
 */
@Tag("comparisons")
@Timeout(3600)
final class BodiesTest {
  private static final boolean LONG = System.getProperty("nets.form", "short").equals("long");
  private static final String SUCCESS = "200";

  static Stream<Program> programs() {
    return Program.bodies();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  @Rule({"6.1", "6.2", "6.3", "6.4"})
  void everyAttemptIsTheWholeBody(Program subject) {
    List<String> faults = faults(subject.program(), "budget=off", LONG ? "times=5" : "times=1");

    assertThat(faults).as("%s", subject).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  @Rule({"1.5", "11.1"})
  void whatIsNotRetriedIsSentAsEver(Program subject) {
    String share = LONG ? "share=0/1" : "share=0/4";

    List<String> faults = faults(subject.program(), "mode=observe", share);

    assertThat(faults).as("%s", subject).isEmpty();
  }

  private static List<String> faults(OddProgram program, String options, String... args) {
    Observations with = new Observations();
    with.addAll(program.with(options, args));
    Observations bare = new Observations();
    bare.addAll(program.bare());
    Map<String, String> suspects = faults(with, bare);
    if (!suspects.isEmpty()) {
      // Some servers and clients race; what a client does seldom without the agent is no fault of
      // it.
      bare.addAll(program.bare(OddProgram.only(suspects.keySet()), "times=20"));
    }
    return new ArrayList<>(faults(with, bare).values());
  }

  /** By case, in words. */
  private static Map<String, String> faults(Observations with, Observations bare) {
    Map<String, String> faults = new TreeMap<>();
    for (String name : with.casesUnlike(bare)) {
      Set<String> channels = with.unlike(bare, name);
      channels.removeIf(channel -> channel.startsWith("server "));
      if (!endsWorse(with, bare, name)) {
        channels.remove("outcome");
      }
      if (!channels.isEmpty()) {
        StringBuilder words = new StringBuilder(name);
        for (String channel : channels) {
          words
              .append("\n  ")
              .append(channel)
              .append(" with ")
              .append(with.texts(name, channel))
              .append(" without ")
              .append(bare.texts(name, channel));
        }
        faults.put(name, words.toString());
      }
    }
    return faults;
  }

  /** Whether an outcome is neither a success nor one that is seen without the agent. */
  private static boolean endsWorse(Observations with, Observations bare, String name) {
    return with.texts(name, "outcome").keySet().stream()
        .anyMatch(
            outcome ->
                !outcome.equals(SUCCESS) && !bare.texts(name, "outcome").containsKey(outcome));
  }
}
