package io.redial.config;

import io.redial.policy.Resume;
import io.redial.policy.RetryOn;
import io.redial.policy.Splitter;
import io.redial.policy.backoff.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The syntax of lists: items joined by {@code +} or a comma, or {@code none}. */
final class ListSyntax {
  private ListSyntax() {}

  /** Returns the items, trimmed. None of them is empty. */
  static List<String> items(String text) throws BadValue {
    if (Syntax.isNone(text)) {
      return new ArrayList<>();
    }
    List<String> items = new ArrayList<>();
    for (String part : Splitter.of(text.replace(',', '+'), '+')) {
      String item = part.trim();
      BadValue.throwIf(item.isEmpty(), text.isEmpty() ? null : "an item is empty");
      items.add(item);
    }
    return items;
  }

  static RetryOn retryOn(String text) throws BadValue {
    Set<Cause> causes = EnumSet.noneOf(Cause.class);
    BitSet statuses = new BitSet();
    for (String item : items(text)) {
      if (Syntax.isDigit(item.charAt(0))) {
        status(item, statuses);
      } else {
        causes.add(cause(item));
      }
    }
    return new RetryOn(causes, statuses);
  }

  private static Cause cause(String item) throws BadValue {
    List<String> keys = new ArrayList<>();
    for (Cause cause : EnumSet.complementOf(EnumSet.of(Cause.STATUS))) {
      if (cause.key().equals(item)) {
        return cause;
      }
      keys.add(cause.key());
    }
    throw new BadValue("unknown item " + item, SpellingSuggestion.of(item, keys));
  }

  private static void status(String item, BitSet statuses) throws BadValue {
    int hundreds = item.charAt(0) - '0';
    boolean isClass = item.endsWith("xx");
    boolean isWellFormed = item.length() == 3 && (isClass || Syntax.digits(item, 0) == 3);
    BadValue.throwIf(isWellFormed && hundreds >= 1 && hundreds <= 3, item + " is no failure");
    if (!isWellFormed || hundreds < 4 || hundreds > 5) {
      throw new BadValue(
          item + " is neither a status from 400 to 599 nor one of the classes 4xx and 5xx",
          item.endsWith("XX") && item.length() == 3 ? item.toLowerCase(Locale.ROOT) : null);
    }
    if (isClass) {
      statuses.set(hundreds * 100, hundreds * 100 + 100);
    } else {
      statuses.set((int) Syntax.whole(item));
    }
  }

  /**
   * Parses option {@code methods}. Methods are case-sensitive, but lower case is taken for a typo.
   */
  static Set<String> methods(String text) throws BadValue {
    Set<String> methods = new LinkedHashSet<>();
    for (String item : items(text)) {
      String upper = Syntax.token(item).toUpperCase(Locale.ROOT);
      if (!upper.equals(item)) {
        throw new BadValue("methods are upper case", upper);
      }
      methods.add(item);
    }
    return Collections.unmodifiableSet(methods);
  }

  /** Parses option {@code defer-to} and returns the header names in lower case. */
  static List<String> headers(String text) throws BadValue {
    List<String> headers = new ArrayList<>();
    for (String item : items(text)) {
      headers.add(Syntax.token(item).toLowerCase(Locale.ROOT));
    }
    return Collections.unmodifiableList(headers);
  }

  static Set<Resume> resume(String text) throws BadValue {
    Set<Resume> resume = EnumSet.noneOf(Resume.class);
    for (String item : items(text)) {
      String word = Syntax.oneOf(item, Arrays.asList("range", "sse", "watch"));
      resume.add(Resume.valueOf(word.toUpperCase(Locale.ROOT)));
    }
    return Collections.unmodifiableSet(resume);
  }
}
