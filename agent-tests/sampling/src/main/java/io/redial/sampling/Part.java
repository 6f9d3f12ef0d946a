package io.redial.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the nightly tests: {@code -Dpart=3/8}. Parts 1/8 to 8/8 together are all of them, each
 * once, on one machine after the other or on several.
 *
 * @param number from 1
 * @param of how many there are
 */
public record Part(int number, int of) {
  private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,4})/([0-9]{1,4})");

  /** Checks the numbers. */
  public Part {
    if (number < 1 || number > of) {
      throw new IllegalArgumentException(
          "part must be from 1/" + of + " to " + of + "/" + of + ", not " + number + "/" + of);
    }
  }

  /** The part that the build was asked for, or null for no part. */
  public static Part asked() {
    String text = System.getProperty("part", "");
    return text.isBlank() ? null : parse(text);
  }

  static Part parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("part must be like 3/8, not " + text);
    }
    return new Part(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** Those of a list that belong to this part; lists of other names begin with other parts. */
  public <T> List<T> of(List<T> all, String name) {
    List<T> chosen = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (has(i, name)) {
        chosen.add(all.get(i));
      }
    }
    return chosen;
  }

  private boolean has(int index, String name) {
    return Math.floorMod(name.hashCode() + index, of) == number - 1;
  }

  /** Whether what cannot be divided belongs to this part. */
  public boolean has(String name) {
    return has(0, name);
  }
}
