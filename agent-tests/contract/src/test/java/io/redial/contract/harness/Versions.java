package io.redial.contract.harness;

import io.redial.sampling.Seed;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which versions of a client the contract is run for: the oldest and the newest; with {@code
 * -Dcontract.versions=newest} only that, with {@code end} one of the two, which the commit draws,
 * or with {@code all} every one, and every one of its variants.
 *
 * @param oldestFirst all versions that the subjects' build fetched
 */
record Versions(List<String> oldestFirst) {
  private static final String CHOSEN = System.getProperty("contract.versions", "ends");
  private static final boolean ALL = CHOSEN.equals("all");

  static Versions of(String... oldestFirst) {
    return new Versions(List.of(oldestFirst));
  }

  /** For a client. */
  Stream<String> ends() {
    if (ALL || oldestFirst.size() < 2) {
      return oldestFirst.stream();
    }
    String newest = oldestFirst.get(oldestFirst.size() - 1);
    List<String> ends = List.of(oldestFirst.get(0), newest);
    return switch (CHOSEN) {
      case "newest" -> Stream.of(newest);
      case "end" -> Seed.drawn(ends, oldestFirst.toString()).stream().limit(1);
      default -> ends.stream();
    };
  }

  /** For a variant of it: minimal clients differ little, and a build must not take an hour. */
  Stream<String> ofVariants() {
    return ALL ? oldestFirst.stream() : Stream.empty();
  }
}
