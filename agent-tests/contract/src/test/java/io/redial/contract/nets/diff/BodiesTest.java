package io.redial.contract.nets.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Rule;
import io.redial.contract.nets.NetForm;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
@Tag("nets")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
@Timeout(3600)
final class BodiesTest {
  private static final String AGAIN = "times=20";
  private static final String SUCCESS = "200";
  private static final String OUTCOME = "outcome";

  /** Channels in which one difference is enough: a body that is another, and one that hangs. */
  private static final List<String> STRICT = List.of("wrong", "hangs", "writers");

  static Stream<Program> programs() {
    return Seed.some(Program.bodies(), BodiesTest.class);
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("programs")
  @Rule({"6.1", "6.2", "6.3", "6.4"})
  void everyAttemptIsTheWholeBody(Program subject) {
    String[] which = NetForm.LONG ? new String[] {"times=1"} : new String[] {"share=0/5"};

    assertThat(faults(subject.program(), "budget=off", which)).as("%s", subject).isEmpty();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("programs")
  @Rule({"1.5", "11.1"})
  void whatIsNotRetriedIsSentAsEver(Program subject) {
    String which = NetForm.LONG ? "share=0/1" : "share=0/7";

    assertThat(faults(subject.program(), "mode=observe", which)).as("%s", subject).isEmpty();
  }

  private static List<String> faults(OddProgram program, String options, String... args) {
    Observations with = new Observations();
    with.addAll(program.with(options, args));
    Observations bare = new Observations();
    bare.addAll(program.bare(which(args)));
    assertThat(with.cases()).as("%s", program).isNotEmpty();
    Set<String> suspects = with.casesUnlike(bare);
    suspects.removeIf(name -> suspicious(with, bare, name).isEmpty());
    if (suspects.isEmpty()) {
      return List.of();
    }
    // What some clients make of a connection that ends depends on the moment.
    String only = OddProgram.only(suspects);
    bare.addAll(program.bare(only, AGAIN));
    Observations again = new Observations();
    again.addAll(program.with(options, only, AGAIN));
    List<String> faults = new ArrayList<>();
    for (String name : suspects) {
      for (String channel : STRICT) {
        if (with.unlike(bare, name).contains(channel)) {
          faults.add(name + ": " + channel + " " + with.texts(name, channel).keySet());
        }
      }
      for (String channel : suspicious(again, bare, name)) {
        String unknown = again.unknown(bare, name, channel, BodiesTest::isSuccess);
        if (!unknown.isEmpty()) {
          faults.add(name + ": " + channel + unknown);
        }
      }
    }
    return faults;
  }

  private static String[] which(String... args) {
    return Stream.of(args).filter(arg -> arg.startsWith("share=")).toArray(String[]::new);
  }

  /** The channels in which a case shows what may be a fault. */
  private static Set<String> suspicious(Observations with, Observations bare, String name) {
    Set<String> channels = with.unlike(bare, name);
    channels.removeIf(channel -> channel.startsWith("server "));
    if (with.texts(name, OUTCOME).keySet().stream().allMatch(BodiesTest::isSuccess)) {
      channels.remove(OUTCOME);
    }
    return channels;
  }

  private static boolean isSuccess(String outcome) {
    return outcome.equals(SUCCESS);
  }
}
