package io.redial.config;

import io.redial.policy.Splitter;
import java.util.List;

/**
 * The path in a route's pattern. A segment {@code **} stands for any number of segments, including
 * none: {@code /a/**} matches {@code /a}, {@code /a/} and {@code /a/b/c}. It is compared with paths
 * in the form of {@link NormalPath}, and is kept in that form itself.
 */
final class PathPattern {
  private static final String ANY_SEGMENTS = "**";

  /** Stands for {@code **} where a pattern is compared like a path; no path contains it. */
  private static final String UNKNOWN = "\0";

  private final String[] segments;

  /** The prefix of every matching path, so that other paths are ruled out quickly. */
  private final String prefix;

  private PathPattern(String[] segments) {
    this.segments = segments;
    this.prefix = prefix(segments);
  }

  private static String prefix(String[] segments) {
    String path = '/' + String.join("/", segments);
    int star = path.indexOf('*');
    if (star < 0) {
      return path;
    }
    // Without the slash: /a/** matches /a.
    return path.substring(0, path.startsWith(ANY_SEGMENTS, star) ? star - 1 : star);
  }

  /** Returns false only if the path does not match; much cheaper than {@link #matches}. */
  boolean mayMatch(String path) {
    return path == null || path.isEmpty() || path.startsWith(prefix) || !isRooted(path);
  }

  private static boolean isRooted(String path) {
    return path.charAt(0) == '/';
  }

  /** Parses a pattern that begins with a slash. */
  static PathPattern of(String text) throws BadValue {
    for (String segment : Splitter.of(text.substring(1), '/')) {
      check(segment);
    }
    List<String> segments = Splitter.of(NormalPath.of(text).substring(1), '/');
    return new PathPattern(segments.toArray(new String[0]));
  }

  private static void check(String segment) throws BadValue {
    if (segment.contains(ANY_SEGMENTS) && !segment.equals(ANY_SEGMENTS)) {
      throw new BadValue("** stands for whole segments", null);
    }
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '?' || c == '#') {
        throw new BadValue("the query is ignored, leave it out", null);
      }
      if (c <= ' ' || c >= 0x7f) {
        throw new BadValue("a path has only visible ASCII characters; percent-encode others", null);
      }
    }
  }

  /** Compares segment by segment; after a dead end, the last {@code **} takes one more segment. */
  boolean matches(String path) {
    int end = path == null ? 0 : endOfPath(path);
    String text = end == 0 ? "/" : path;
    end = Math.max(end, 1);
    if (text.charAt(0) != '/') {
      // The path * of an OPTIONS request.
      return isAnything(segments);
    }
    int p = 0;
    int at = 1;
    int anySegments = -1;
    int resumeAt = 0;
    while (at <= end) {
      if (p < segments.length && segments[p].equals(ANY_SEGMENTS)) {
        anySegments = p++;
        resumeAt = at;
        if (p == segments.length) {
          return true;
        }
        continue;
      }
      int segmentEnd = endOfSegment(text, at, end);
      boolean isKnown = !text.startsWith(UNKNOWN, at);
      if (p < segments.length && isKnown && matches(segments[p], text, at, segmentEnd)) {
        p++;
        at = segmentEnd + 1;
      } else if (anySegments >= 0) {
        resumeAt = endOfSegment(text, resumeAt, end) + 1;
        at = resumeAt;
        p = anySegments + 1;
      } else {
        return false;
      }
    }
    return onlyAnySegments(p);
  }

  /**
   * Returns whether this pattern certainly matches every path that the other matches. The other's
   * {@code *} and {@code **} may stand for anything, so they are compared like the text of a path,
   * in which only a {@code *} or {@code **} of this pattern can match them. Does not recognise that
   * {@code *} before {@code **} means the same as {@code *} after it.
   */
  boolean covers(PathPattern other) {
    if (isAnything(other.segments)) {
      return isAnything(segments); // Only ** matches the path * of OPTIONS.
    }
    StringBuilder path = new StringBuilder();
    for (String segment : other.segments) {
      path.append('/').append(segment.equals(ANY_SEGMENTS) ? UNKNOWN : segment);
    }
    return matches(path.toString());
  }

  private static boolean isAnything(String[] segments) {
    return segments.length == 1 && segments[0].equals(ANY_SEGMENTS);
  }

  private boolean onlyAnySegments(int from) {
    int p = from;
    while (p < segments.length && segments[p].equals(ANY_SEGMENTS)) {
      p++;
    }
    return p == segments.length;
  }

  private static int endOfPath(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '?' || path.charAt(i) == '#') {
        return i;
      }
    }
    return path.length();
  }

  private static int endOfSegment(String text, int from, int end) {
    int slash = text.indexOf('/', from);
    return slash < 0 || slash > end ? end : slash;
  }

  /** Compares one segment; after a dead end, the last {@code *} takes one more character. */
  private static boolean matches(String pattern, String text, int from, int to) {
    int p = 0;
    int at = from;
    int star = -1;
    int resumeAt = 0;
    while (at < to) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resumeAt = at;
      } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(at)) {
        p++;
        at++;
      } else if (star >= 0) {
        p = star + 1;
        at = ++resumeAt;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
