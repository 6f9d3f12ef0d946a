package io.redial.config;

import io.redial.policy.Splitter;

/**
 * The path in a route's pattern. A segment {@code **} stands for any number of segments, including
 * none: {@code /a/**} matches {@code /a}, {@code /a/} and {@code /a/b/c}. It is compared with paths
 * in the form of {@link NormalPath}, and is kept in that form itself.
 */
final class PathPattern {
  private static final String ANY_SEGMENTS = "/**";

  /** Stands for {@code **} where a pattern is compared like a path; no path contains it. */
  private static final char UNKNOWN = '\0';

  private final String pattern;

  /** The prefix of every matching path, so that other paths are ruled out quickly. */
  private final String prefix;

  /** Parses a pattern that begins with a slash. */
  PathPattern(String text) throws BadValue {
    for (String segment : Splitter.of(text.substring(1), '/')) {
      check(segment);
    }
    this.pattern = NormalPath.of(text);
    int star = pattern.indexOf('*');
    int anySegments = pattern.indexOf(ANY_SEGMENTS);
    // Without the slash before **: /a/** matches /a.
    int end = anySegments >= 0 && anySegments < star ? anySegments : star;
    this.prefix = star < 0 ? pattern : pattern.substring(0, end);
  }

  /** Returns false only if the path does not match; much cheaper than {@link #matches}. */
  boolean mayMatch(String path) {
    return path == null || path.isEmpty() || path.startsWith(prefix) || path.charAt(0) != '/';
  }

  private static void check(String segment) throws BadValue {
    BadValue.throwIf(
        segment.contains("**") && !segment.equals("**"), "** stands for whole segments");
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      BadValue.throwIf(c == '?' || c == '#', "the query is ignored, leave it out");
      BadValue.throwIf(
          c <= ' ' || c >= 0x7f, "a path has only visible ASCII characters; percent-encode others");
    }
  }

  /**
   * Compares character by character. After a dead end, the last {@code *} takes one more character
   * of its segment; if there is none, the last {@code **} takes one more segment.
   */
  boolean matches(String path) {
    int end = path == null ? 0 : NormalPath.end(path);
    String text = end == 0 ? "/" : path;
    end = Math.max(end, 1);
    if (text.charAt(0) != '/') {
      // The path * of an OPTIONS request.
      return isAnything();
    }
    int p = 0;
    int at = 0;
    int afterStar = -1;
    int starEnd = 0;
    int afterAnySegments = -1;
    int anySegmentsEnd = 0;
    while (at < end) {
      char c = text.charAt(at);
      boolean isLeft = p < pattern.length();
      if (c == '/' && pattern.startsWith(ANY_SEGMENTS, p)) {
        p += ANY_SEGMENTS.length();
        afterAnySegments = p;
        anySegmentsEnd = at;
        afterStar = -1;
      } else if (isLeft && pattern.charAt(p) == '*' && c != UNKNOWN) {
        p++;
        afterStar = p;
        starEnd = at;
      } else if (isLeft && pattern.charAt(p) == c) {
        p++;
        at++;
        afterStar = c == '/' ? -1 : afterStar;
      } else if (afterStar >= 0 && text.charAt(starEnd) != '/') {
        starEnd++;
        p = afterStar;
        at = starEnd;
      } else if (afterAnySegments >= 0) {
        int slash = text.indexOf('/', anySegmentsEnd + 1);
        anySegmentsEnd = slash < 0 || slash > end ? end : slash;
        p = afterAnySegments;
        at = anySegmentsEnd;
        afterStar = -1;
      } else {
        return false;
      }
    }
    while (pattern.startsWith("*", p) || pattern.startsWith(ANY_SEGMENTS, p)) {
      p += pattern.charAt(p) == '*' ? 1 : ANY_SEGMENTS.length();
    }
    return p == pattern.length();
  }

  /**
   * Returns whether this pattern certainly matches every path that the other matches. The other's
   * {@code *} and {@code **} may stand for anything, so they are compared like the text of a path,
   * in which only a {@code *} or {@code **} of this pattern can match them. Does not recognise that
   * {@code *} before {@code **} means the same as {@code *} after it.
   */
  boolean covers(PathPattern other) {
    if (other.isAnything()) {
      return isAnything(); // Only ** matches the path * of OPTIONS.
    }
    return matches(other.pattern.replace(ANY_SEGMENTS, "/" + UNKNOWN));
  }

  private boolean isAnything() {
    return pattern.equals(ANY_SEGMENTS);
  }
}
