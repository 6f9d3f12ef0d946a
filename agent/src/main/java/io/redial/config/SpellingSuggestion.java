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
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] spare = beforeLast;
      beforeLast = last;
      last = row;
      row = spare;
    }
    return last[b.length()];
  }
}
