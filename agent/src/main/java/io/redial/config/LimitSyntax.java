package io.redial.config;

import io.redial.policy.BudgetSpec;
import io.redial.policy.Splitter;
import io.redial.policy.WaitingLimit;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.rate.RateLimitSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The syntax of backoffs and of limits: parts joined by {@code :}. */
final class LimitSyntax {
  private static final int MAX_ITEMS = 16;
  private static final List<String> OFF = Collections.singletonList("off");
  private static final List<String> BACKOFFS =
      Arrays.asList("none", "fixed", "exponential", "fast-slow", "bucket");

  private LimitSyntax() {}

  /** Parses option {@code backoff} (rule 4.2). */
  static BackoffSpec backoff(String text) throws BadValue {
    List<BackoffSpec> specs = new ArrayList<>();
    List<String> items = Splitter.of(text.replace(',', '+'), '+');
    BadValue.throwIf(items.size() > MAX_ITEMS, "more than " + MAX_ITEMS + " items");
    for (String item : items) {
      specs.add(item(item.trim()));
    }
    return specs.size() == 1 ? specs.get(0) : BackoffSpec.maxOf(specs);
  }

  private static BackoffSpec item(String item) throws BadValue {
    List<String> parts = Splitter.of(item, ':');
    try {
      switch (parts.get(0)) {
        case "none":
          count(parts, 1);
          return BackoffSpec.none();
        case "fixed":
          count(parts, 2);
          return BackoffSpec.fixed(duration(parts.get(1)));
        case "exponential":
          count(parts, 3);
          return BackoffSpec.exponential(duration(parts.get(1)), duration(parts.get(2)));
        case "fast-slow":
          count(parts, 4);
          int fast = Syntax.count(parts.get(3), 0);
          return BackoffSpec.fastSlow(duration(parts.get(1)), duration(parts.get(2)), fast);
        case "bucket":
          count(parts, 3);
          return BackoffSpec.bucket(Syntax.decimal(parts.get(1)), Syntax.count(parts.get(2), 1));
        default:
          return custom(item);
      }
    } catch (IllegalArgumentException e) {
      throw new BadValue(e.getMessage(), null);
    }
  }

  private static void count(List<String> parts, int expected) throws BadValue {
    if (parts.size() != expected) {
      String noun = expected == 2 ? " part" : " parts";
      throw new BadValue(parts.get(0) + " takes " + (expected - 1) + noun, null);
    }
  }

  private static Duration duration(String text) throws BadValue {
    return Duration.ofNanos(DurationSyntax.nanos(text));
  }

  /** Takes a name with a dot or an upper-case letter for a class name; anything else is a typo. */
  private static BackoffSpec custom(String name) throws BadValue {
    List<String> parts = Splitter.of(name, '.');
    boolean isClass = parts.size() > 1 || !name.equals(name.toLowerCase(Locale.ROOT));
    for (String part : parts) {
      isClass &= !part.isEmpty() && Character.isJavaIdentifierStart(part.charAt(0));
      for (int i = 1; i < part.length(); i++) {
        isClass &= Character.isJavaIdentifierPart(part.charAt(i));
      }
    }
    if (isClass) {
      return BackoffSpec.custom(name);
    }
    String kind = Splitter.of(name, ':').get(0);
    String nearest = SpellingSuggestion.of(kind, BACKOFFS);
    throw new BadValue(
        name.isEmpty() ? null : "unknown backoff " + kind,
        nearest == null ? null : nearest + name.substring(kind.length()));
  }

  /** Parses option {@code budget} (rule 5.5). */
  static BudgetSpec budget(String text) throws BadValue {
    if ("off".equals(text)) {
      return BudgetSpec.off();
    }
    List<String> parts = Splitter.of(text, ':');
    if (parts.size() != 2) {
      throw new BadValue(null, SpellingSuggestion.of(text, OFF));
    }
    String ratio = parts.get(0);
    return BudgetSpec.of(
        ratio.endsWith("%") ? Syntax.percent(ratio) : Syntax.decimal(ratio),
        Syntax.decimal(parts.get(1)));
  }

  /** Parses option {@code rate-limit} (rule 4.5). */
  static RateLimitSpec rateLimit(String text) throws BadValue {
    if ("off".equals(text)) {
      return RateLimitSpec.off();
    }
    List<String> parts = Splitter.of(text, ':');
    if (parts.size() != 3 || !"bucket".equals(parts.get(0))) {
      throw new BadValue(null, SpellingSuggestion.of(text, OFF));
    }
    double qps = Syntax.decimal(parts.get(1));
    if (qps == 0) {
      throw new BadValue("QPS is 0", "off");
    }
    return RateLimitSpec.bucket(qps, Syntax.count(parts.get(2), 1));
  }

  /** Parses option {@code max-waiting} (rule 4.7). */
  static WaitingLimit maxWaiting(String text) throws BadValue {
    int colon = text.indexOf(':');
    String first = colon < 0 ? text : text.substring(0, colon);
    if (first.endsWith("%")) {
      int most = colon < 0 ? Integer.MAX_VALUE : Syntax.count(text.substring(colon + 1), 0);
      return WaitingLimit.of(Syntax.share(first), most);
    }
    BadValue.throwIf(colon >= 0, "the part before the colon is a percentage");
    return WaitingLimit.of(Syntax.countOrNone(text));
  }
}
