package io.redial.subjects;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came back: a response or a failure, and what the application could see on the way. Written
 * by a {@link Client}, read by a test. Mutable and not thread-safe.
 */
public final class Reply {
  private static final int SHORT = 8 * 1024;
  private static final int DEEPEST = 10;

  private final Map<String, String> facts;

  /** Nothing is known yet. */
  public Reply() {
    this(new LinkedHashMap<>());
  }

  /** The reply that a message carries. */
  public Reply(Map<String, String> facts) {
    this.facts = facts;
  }

  /** The message that carries this reply. */
  public Map<String, String> facts() {
    return facts;
  }

  /** Notes a fact; null is not noted. */
  public Reply put(String key, Object value) {
    if (value != null) {
      facts.put(key, String.valueOf(value));
    }
    return this;
  }

  /** A fact, or null where it was not noted. */
  public String get(String key) {
    return facts.get(key);
  }

  /** A fact that is a number, 0 where it was not noted. */
  public long number(String key) {
    return Long.parseLong(facts.getOrDefault(key, "0"));
  }

  /** A fact that is true or false. */
  public boolean is(String key) {
    return Boolean.parseBoolean(facts.get(key));
  }

  /** Notes a body: its length, digest and, if it is short, its text. */
  public Reply body(byte[] body) {
    put("body.length", body.length).put("body.sha256", Seeded.sha256(body));
    return body.length <= SHORT ? put("body.text", new String(body, StandardCharsets.UTF_8)) : this;
  }

  /** Notes a throwable, its causes and what each of them suppresses, under a prefix. */
  public Reply thrown(String prefix, Throwable thrown) {
    int depth = 0;
    int suppressed = 0;
    for (Throwable t = thrown; t != null && depth < DEEPEST; t = t.getCause()) {
      put(prefix + "." + depth + ".class", t.getClass().getName());
      put(prefix + "." + depth + ".message", t.getMessage());
      for (Throwable s : t.getSuppressed()) {
        put(prefix + ".suppressed." + suppressed + ".class", s.getClass().getName());
        put(prefix + ".suppressed." + suppressed + ".message", s.getMessage());
        put(prefix + ".suppressed." + suppressed + ".itself", s == thrown || s == t);
        suppressed++;
      }
      depth++;
    }
    return this;
  }

  /** Class names of a noted throwable and its causes, outermost first; empty if there was none. */
  public List<String> classes(String prefix) {
    return list(prefix + ".", ".class");
  }

  /** Message of a noted throwable, or null. */
  public String message(String prefix) {
    return get(prefix + ".0.message");
  }

  /** Class names of all that a noted throwable and its causes suppress. */
  public List<String> suppressed(String prefix) {
    return list(prefix + ".suppressed.", ".class");
  }

  private List<String> list(String before, String after) {
    List<String> found = new ArrayList<>();
    String value;
    while ((value = get(before + found.size() + after)) != null) {
      found.add(value);
    }
    return Collections.unmodifiableList(found);
  }

  @Override
  public String toString() {
    return facts.toString();
  }
}
