package io.redial.config;

import java.util.Collection;

/** "Did you mean": finds the candidate of which a text is probably a misspelling. */
final class SpellingSuggestion {
  /** Longer texts are not typos of an option; comparing them would waste time. */
  private static final int LONGEST = 64;

  private SpellingSuggestion() {}

  /** Returns the nearest candidate, or null if none is near. */
  static String of(String found, Collection<String> candidates) {
    if (found.isEmpty() || found.length() > LONGEST) {
      return null;
    }
    String nearest = null;
    int least = 2 + found.length() / 4;
    for (String candidate : candidates) {
      int distance = candidate.equalsIgnoreCase(found) ? 0 : distance(found, candidate);
      // A short word of which half is replaced is another word.
      if (distance < least && 2 * distance < candidate.length() + 1) {
        nearest = candidate;
        least = distance;
      }
    }
    return nearest;
  }

  /** Counts the insertions, deletions, replacements and swaps of neighbours that are needed. */
  private static int distance(String a, String b) {
    int[][] of = new int[a.length() + 1][b.length() + 1]; // The distances between their beginnings.
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        of[i][j] = i + j;
        if (i > 0 && j > 0) {
          int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
          of[i][j] = Math.min(of[i - 1][j], of[i][j - 1]) + 1;
          of[i][j] = Math.min(of[i][j], of[i - 1][j - 1] + replaced);
        }
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          of[i][j] = Math.min(of[i][j], of[i - 2][j - 2] + 1);
        }
      }
    }
    return of[a.length()][b.length()];
  }
}
