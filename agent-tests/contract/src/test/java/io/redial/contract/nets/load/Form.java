package io.redial.contract.nets.load;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How much is run: a slice on the build's JDK, or with the profile all of it on every JDK. */
final class Form {
  static final boolean LONG = System.getProperty("nets.form", "short").equals("long");

  /** A collector that has no threads of its own and leaves nothing behind. */
  private static final List<String> CALM = List.of("-Xmx256m", "-XX:+UseSerialGC");

  private static final List<Integer> JDKS = List.of(8, 11, 17, 21, 25, 27);
  private static final int FEW = 4;
  private static final int MANY = 32;
  private static final int CALLS = LONG ? 20_000 : 480;
  private static final int FIRST_CALLS = LONG ? 1000 : 96;
  private static final int REPETITIONS = LONG ? 3 : 2;

  private Form() {}

  /** Those that a client is to run on. */
  static Stream<Jdk> jdks(ClientUnderTest client) {
    Stream<Jdk> jdks =
        LONG
            ? Jdks.found().stream().filter(jdk -> JDKS.contains(jdk.feature()))
            : Stream.of(Jdks.running());
    return jdks.filter(jdk -> jdk.feature() >= client.oldest());
  }

  /** Arguments of a program's JVM: a short program is over before much is compiled. */
  static String[] jvmArgs() {
    List<String> args = new ArrayList<>(CALM);
    if (!LONG) {
      args.add("-XX:TieredStopAtLevel=1");
    }
    return args.toArray(new String[0]);
  }

  /** How often everything happens beside each kind of call. */
  static int times() {
    return LONG ? 40 : 1;
  }

  /** The rounds of the program without the agent. */
  static List<LoadRound> without() {
    List<LoadRound> rounds = new ArrayList<>();
    for (int i = 0; i < REPETITIONS; i++) {
      rounds.addAll(all(Variant.ABSENT));
    }
    return rounds;
  }

  /** The rounds of each program under the agent, by the agent's options. */
  static Map<String, List<LoadRound>> with(Path routes) {
    Map<String, List<LoadRound>> programs = new LinkedHashMap<>();
    if (LONG) {
      programs.put(Variant.DEFAULT.options(), all(Variant.DEFAULT));
      Variant.PASSIVE.forEach(variant -> programs.put(variant.options(), all(variant)));
    } else {
      programs.put("config=" + routes, slice());
    }
    return programs;
  }

  /** One program for all variants, and of the passive ones one kind of round each. */
  private static List<LoadRound> slice() {
    List<LoadRound> rounds = new ArrayList<>(all(Variant.DEFAULT));
    for (int i = 0; i < Variant.PASSIVE.size(); i++) {
      rounds.add(healthy(Variant.PASSIVE.get(i), i % 2 == 0 ? FEW : MANY));
    }
    rounds.add(cancels(Variant.PASSIVE.get(0)));
    return rounds;
  }

  /** Every kind of round. */
  private static List<LoadRound> all(Variant variant) {
    List<LoadRound> rounds = new ArrayList<>();
    rounds.add(healthy(variant, FEW));
    rounds.add(healthy(variant, MANY));
    rounds.add(cancels(variant));
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
