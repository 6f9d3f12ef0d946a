package io.redial.sampling;

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
  private static final String REFERENCE = "ref: ";
  private static final int LETTERS = 7;

  private Seed() {}

  /** A commit's short name, or {@code 1} where there is no repository. */
  public static String text() {
    String told = System.getProperty("contract.seed", "");
    return told.isBlank() ? commit() : told;
  }

  /** The same as a number, positive or 0. */
  public static long number() {
    return Math.abs((long) text().hashCode());
  }

  /**
   * The clients that a suite takes: in a build as many as {@code nets.clients} says, which the
   * commit draws; in a part of the nightly tests that part's; with {@code -Dnets.clients=all} all.
   *
   * @param suite others draw others
   */
  public static <T> Stream<T> some(Stream<T> all, Class<?> suite) {
    Part part = Part.asked();
    if (part != null) {
      return part.of(all.toList(), suite.getSimpleName()).stream();
    }
    String number = System.getProperty("nets.clients", "all");
    return number.equals("all")
        ? all
        : drawn(all.toList(), suite.getSimpleName()).stream().limit(Integer.parseInt(number));
  }

  /** The same in an order that the commit and a name decide. */
  public static <T> List<T> drawn(List<T> all, String name) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random((text() + name).hashCode()));
    return shuffled;
  }

  private static String commit() {
    try {
      Path git = repository();
      String head = Files.readString(git.resolve("HEAD")).trim();
      String hash =
          head.startsWith(REFERENCE) ? referenced(git, head.substring(REFERENCE.length())) : head;
      return hash.substring(0, LETTERS);
    } catch (IOException | IndexOutOfBoundsException noRepository) {
      return "1";
    }
  }

  private static Path repository() throws IOException {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git/HEAD"))) {
        return at.resolve(".git");
      }
    }
    throw new IOException("no repository");
  }

  private static String referenced(Path git, String reference) throws IOException {
    Path file = git.resolve(reference);
    if (Files.exists(file)) {
      return Files.readString(file).trim();
    }
    List<String> packed = Files.readAllLines(git.resolve("packed-refs"));
    return packed.stream().filter(line -> line.endsWith(" " + reference)).findFirst().orElse("");
  }
}
