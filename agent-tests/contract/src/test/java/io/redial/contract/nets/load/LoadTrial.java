package io.redial.contract.nets.load;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the rounds of one client on one JDK, without the agent and with it. */
final class LoadTrial {
  private final Mode mode;
  private final Jvm jvm;
  private final Map<String, List<LoadRound>> programs;
  private final List<RoundResult> without = new ArrayList<>();

  LoadTrial(Mode mode, Jdk jdk, Path routes) {
    this.mode = mode;
    jvm = mode.client().jvm(jdk).arg(Form.jvmArgs());
    programs = Form.with(mode, routes);
  }

  /** Every round. */
  List<Comparison> all() {
    without.addAll(run(jvm, Variant.ABSENT, Form.without(mode)));
    List<Comparison> comparisons = new ArrayList<>();
    programs.forEach((options, rounds) -> comparisons.addAll(with(options, rounds)));
    return comparisons;
  }

  /** Some rounds once more; what was seen without the agent counts still. */
  List<Comparison> again(List<Comparison> some) {
    List<LoadRound> rounds = some.stream().map(one -> one.with().round()).toList();
    without.addAll(run(jvm, Variant.ABSENT, rounds.stream().map(LoadRound::absent).toList()));
    Map<String, List<LoadRound>> chosen = new LinkedHashMap<>();
    programs.forEach(
        (options, all) -> chosen.put(options, all.stream().filter(rounds::contains).toList()));
    List<Comparison> comparisons = new ArrayList<>();
    chosen.forEach(
        (options, few) -> {
          if (!few.isEmpty()) {
            comparisons.addAll(with(options, few));
          }
        });
    return comparisons;
  }

  private List<Comparison> with(String options, List<LoadRound> rounds) {
    return run(jvm.agent(options), rounds.get(0).variant(), rounds).stream()
        .map(
            result ->
                new Comparison(
                    without.stream().filter(other -> other.round().isLike(result.round())).toList(),
                    result))
        .toList();
  }

  private List<RoundResult> run(Jvm with, Variant variant, List<LoadRound> rounds) {
    List<LoadRound> all = new ArrayList<>(List.of(Form.first(variant)));
    all.addAll(rounds);
    List<RoundResult> results = LoadProgram.run(with, mode, all);
    return results.subList(1, results.size());
  }
}
