package io.redial.contract.nets.load;

import io.redial.contract.nets.NetForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much is run: a slice on the build's JDK, or with the profile all of it. */
final class Form {
  /** A collector that has no threads of its own and leaves nothing behind. */
  private static final List<String> CALM = List.of("-Xmx256m", "-XX:+UseSerialGC");

  private static final int FEW = 4;
  private static final int MANY = 32;
  private static final int CALLS = NetForm.LONG ? Integer.getInteger("nets.calls", 6000) : 480;
  private static final boolean PROGRAM_EACH =
      Boolean.parseBoolean(System.getProperty("nets.each", "true"));
  private static final int FIRST_CALLS = NetForm.LONG ? 1000 : 96;
  private static final int REPETITIONS = 2;

  private Form() {}

  /** Arguments of a program's JVM: a short program is over before much is compiled. */
  static String[] jvmArgs() {
    List<String> args = new ArrayList<>(CALM);
    if (!NetForm.LONG) {
      args.add("-XX:TieredStopAtLevel=1");
    }
    return args.toArray(new String[0]);
  }

  /** How often everything happens beside each kind of call. */
  static int times() {
    return NetForm.LONG ? Integer.getInteger("nets.times", 6) : 1;
  }

  /** The rounds of the program without the agent. */
  static List<LoadRound> without(Mode mode) {
    List<LoadRound> rounds = new ArrayList<>();
    for (int i = 0; i < REPETITIONS; i++) {
      rounds.addAll(all(mode, Variant.ABSENT));
    }
    return rounds;
  }

  /** The rounds of each program under the agent, by the agent's options. */
  static Map<String, List<LoadRound>> with(Mode mode, Path routes) {
    Map<String, List<LoadRound>> programs = new LinkedHashMap<>();
    if (NetForm.LONG && PROGRAM_EACH) {
      programs.put(Variant.DEFAULT.options(), all(mode, Variant.DEFAULT));
      programs.put(Variant.TIMED.options(), all(mode, Variant.TIMED));
      Variant.PASSIVE.forEach(variant -> programs.put(variant.options(), all(mode, variant)));
      if (mode.resumes()) {
        programs.put(Variant.RESUME.options(), all(mode, Variant.RESUME));
      }
    } else {
      programs.put("config=" + routes, NetForm.LONG ? every(mode) : slice(mode));
    }
    return programs;
  }

  private static List<LoadRound> every(Mode mode) {
    List<LoadRound> rounds = new ArrayList<>(all(mode, Variant.DEFAULT));
    rounds.addAll(all(mode, Variant.TIMED));
    Variant.PASSIVE.forEach(variant -> rounds.addAll(all(mode, variant)));
    if (mode.resumes()) {
      rounds.addAll(all(mode, Variant.RESUME));
    }
    return rounds;
  }

  /** One program for all variants, and of the passive ones one kind of round each. */
  private static List<LoadRound> slice(Mode mode) {
    List<LoadRound> rounds = new ArrayList<>(all(mode, Variant.DEFAULT));
    for (int i = 0; i < Variant.PASSIVE.size(); i++) {
      rounds.add(healthy(Variant.PASSIVE.get(i), i % 2 == 0 ? FEW : MANY));
    }
    rounds.add(healthy(Variant.TIMED, FEW));
    if (!mode.losesLeases()) {
      rounds.add(cancels(Variant.TIMED));
      rounds.add(cancels(Variant.PASSIVE.get(0)));
    }
    if (mode.resumes()) {
      rounds.add(healthy(Variant.RESUME, MANY));
      rounds.add(cancels(Variant.RESUME));
    }
    return rounds;
  }

  /** Every kind of round. */
  private static List<LoadRound> all(Mode mode, Variant variant) {
    List<LoadRound> rounds = new ArrayList<>();
    rounds.add(healthy(variant, FEW));
    rounds.add(healthy(variant, MANY));
    if (!mode.losesLeases()) {
      rounds.add(cancels(variant));
    }
    return rounds;
  }

  /** Loads the classes. */
  static LoadRound first(Variant variant) {
    return new LoadRound(variant, FEW, FIRST_CALLS, LoadRound.HEALTHY);
  }

  private static LoadRound healthy(Variant variant, int threads) {
    return new LoadRound(variant, threads, CALLS, LoadRound.HEALTHY);
  }

  private static LoadRound cancels(Variant variant) {
    return new LoadRound(variant, FEW, CALLS, LoadRound.CANCELS);
  }
}
