package io.redial.contract.harness;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which versions of a client the contract is run for: the oldest and the newest, with {@code
 * -Dcontract.versions=newest} only that, or with {@code all} (profile {@code matrix}) every one,
 * and every one of its variants.
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
    return CHOSEN.equals("newest") ? Stream.of(newest) : Stream.of(oldestFirst.get(0), newest);
  }

  /** For a variant of it: minimal clients differ little, and a build must not take an hour. */
  Stream<String> ofVariants() {
    return ALL ? oldestFirst.stream() : Stream.empty();
  }
}
