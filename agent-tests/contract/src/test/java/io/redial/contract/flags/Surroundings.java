package io.redial.contract.flags;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Launch;
import io.redial.contract.harness.Trial;
import java.util.function.Predicate;

/**
 * What a program is started under.
 *
 * @param name for people
 * @param jdks where it makes sense
 * @param clients a pattern for the labels of the clients that work there without the agent
 * @param plainBuild whether a plain build tries it, and not only the profile {@code matrix}
 * @param preparation how to bring it about
 */
record Surroundings(
    String name, Predicate<Jdk> jdks, String clients, boolean plainBuild, Preparation preparation) {

  /** Brings it about. */
  interface Preparation {
    /** The launch under it; aborts the test, with the reason, where that cannot be had. */
    Launch prepare(Launch plain, Trial trial) throws Exception;
  }

  static Surroundings flags(String... flags) {
    String name = flags.length == 0 ? "no flag" : String.join(" ", flags);
    return new Surroundings(name, jdk -> true, ".*", false, (plain, trial) -> plain.with(flags));
  }

  static Surroundings named(String name, Preparation preparation) {
    return new Surroundings(name, jdk -> true, ".*", false, preparation);
  }

  Surroundings from(int version) {
    return on(jdk -> jdk.feature() >= version);
  }

  Surroundings on(Predicate<Jdk> which) {
    return new Surroundings(name, which, clients, plainBuild, preparation);
  }

  Surroundings clients(String pattern) {
    return new Surroundings(name, jdks, pattern, plainBuild, preparation);
  }

  Surroundings inPlainBuilds() {
    return new Surroundings(name, jdks, clients, true, preparation);
  }

  @Override
  public String toString() {
    return name;
  }
}
