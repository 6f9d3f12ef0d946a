package io.redial.contract.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What draws the samples of a build: {@code contract.seed}, or the commit that it is about, so that
 * each commit tries others and the same one the same.
 */
public final class Seed {
  private static final Path GIT = Path.of("../../.git");
  private static final String REFERENCE = "ref: ";
  private static final int LETTERS = 7;

  private Seed() {}

  /** A commit's short name, or {@code 1} where there is no repository. */
  public static String text() {
    String told = System.getProperty("contract.seed", "");
    return told.isBlank() ? commit() : told;
  }

  /**
   * The clients that a suite takes, one in three for each commit; with {@code -Dnets.clients=all}
   * every one.
   *
   * @param suite others draw others
   */
  public static <T> Stream<T> third(Stream<T> all, Class<?> suite) {
    if (System.getProperty("nets.clients", "all").equals("all")) {
      return all;
    }
    List<T> drawn = new ArrayList<>(all.toList());
    Collections.shuffle(drawn, new Random((text() + suite.getSimpleName()).hashCode()));
    return drawn.stream().limit((drawn.size() + 2) / 3);
  }

  /** The same as a number, positive or 0. */
  public static long number() {
    return Math.abs((long) text().hashCode());
  }

  private static String commit() {
    try {
      String head = Files.readString(GIT.resolve("HEAD")).trim();
      String hash =
          head.startsWith(REFERENCE) ? referenced(head.substring(REFERENCE.length())) : head;
      return hash.substring(0, LETTERS);
    } catch (IOException | IndexOutOfBoundsException noRepository) {
      return "1";
    }
  }

  private static String referenced(String reference) throws IOException {
    Path file = GIT.resolve(reference);
    if (Files.exists(file)) {
      return Files.readString(file).trim();
    }
    List<String> packed = Files.readAllLines(GIT.resolve("packed-refs"));
    return packed.stream().filter(line -> line.endsWith(" " + reference)).findFirst().orElse("");
  }
}
