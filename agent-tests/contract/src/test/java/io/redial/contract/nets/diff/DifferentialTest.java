package io.redial.contract.nets.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Rule;
import io.redial.contract.nets.NetForm;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules 1.1, 1.5 and 11.1: hundreds of odd calls look the same without the agent and with it, in
 * every mode in which nothing is retried.
 *
 * <p>Calls that race show different things on different runs. So what differs is run again, many
 * times without the agent and with it; a difference counts if it was never seen without the agent
 * and comes more often than by chance. A call that hangs counts in any case.
 */
@Tag("nets")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
@Timeout(3600)
final class DifferentialTest {
  private static final String TIMES = "times=1";
  private static final String AGAIN = NetForm.LONG ? "times=40" : "times=20";

  /** Each run of a case that hangs takes its time. */
  private static final String FEW_TIMES = "times=12";

  /** The short form tries each case in one of the modes; the names' order decides in which. */
  private static final int SHORT_SHARE = Mode.values().length;

  static Stream<Arguments> programs() {
    return Seed.some(
        Program.differential()
            .flatMap(program -> modes().map(modes -> Arguments.of(program, modes))),
        DifferentialTest.class);
  }

  /** In the long form each is a test of its own, because a case that hangs takes minutes. */
  private static Stream<List<Mode>> modes() {
    List<Mode> all = List.of(Mode.values());
    return NetForm.LONG ? all.stream().map(List::of) : Stream.of(all);
  }

  @ParameterizedTest(name = "{0}, {1}", allowZeroInvocations = true)
  @MethodSource("programs")
  @Rule({"1.1", "1.5", "11.1"})
  void whatAnApplicationSeesIsTheSame(Program subject, List<Mode> modes) {
    OddProgram program = subject.program();
    Observations bare = new Observations();
    int half = (int) (Seed.number() % 2); // In a build only one half, divided among the modes.
    bare.addAll(program.bare(TIMES, "share=" + (NetForm.LONG ? "0/1" : half + "/2")));
    List<String> differences = new ArrayList<>();
    int number = half;
    for (Mode mode : modes) {
      String share = NetForm.LONG ? "0/1" : number + "/" + (2 * SHORT_SHARE);
      number += 2;
      Observations with = new Observations();
      with.addAll(program.with(mode.options(), mode.which(subject), "share=" + share));
      assertThat(with.cases()).as("%s in mode %s", subject, mode).isNotEmpty();
      Set<String> cases = with.casesUnlike(bare);
      cases.removeIf(name -> channels(mode, with, bare, name).isEmpty());
      if (!cases.isEmpty()) {
        differences.addAll(confirmed(subject, mode, cases, bare));
      }
    }
    assertThat(differences).as("%s", subject).isEmpty();
  }

  /** What is still different after many runs. */
  private static List<String> confirmed(
      Program subject, Mode mode, Collection<String> cases, Observations bare) {
    OddProgram program = subject.program();
    Observations with = new Observations();
    Map<Boolean, List<String>> hanging =
        cases.stream().collect(Collectors.partitioningBy(bare::hangs));
    hanging.forEach(
        (hangs, names) -> {
          if (!names.isEmpty()) {
            String only = OddProgram.only(names);
            String times = hangs ? FEW_TIMES : AGAIN;
            bare.addAll(program.bare(only, times));
            with.addAll(program.with(mode.options(), mode.which(subject), only, times));
          }
        });
    List<String> differences = new ArrayList<>();
    for (String name : with.casesUnlike(bare)) {
      for (String channel : channels(mode, with, bare, name)) {
        String unknown = with.unknown(bare, name, channel, text -> false);
        if (!unknown.isEmpty()) {
          differences.add(mode + ": " + name + ": " + channel + unknown);
        }
      }
    }
    return differences;
  }

  private static List<String> channels(
      Mode mode, Observations with, Observations bare, String name) {
    return with.unlike(bare, name).stream()
        .filter(channel -> !AllowedDifferences.contains(mode.toString(), name, channel))
        .toList();
  }
}
