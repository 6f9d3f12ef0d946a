package io.redial.cli.json;

/**
 * Writes JSON (RFC 8259), indented, in the order of the calls. What it writes is ASCII without
 * {@code <}, so it can stand in a page's script element, whatever the texts are. Not thread-safe.
 */
public final class Json {
  private final StringBuilder text = new StringBuilder();
  private int depth;
  private boolean first = true;

  public Json begin() {
    return open(null, '{');
  }

  public Json begin(String name) {
    return open(name, '{');
  }

  public Json end() {
    return close('}');
  }

  public Json beginArray(String name) {
    return open(name, '[');
  }

  public Json endArray() {
    return close(']');
  }

  /** Adds a member with a text or null. */
  public Json put(String name, String value) {
    item(name);
    if (value == null) {
      text.append("null");
    } else {
      quote(value);
    }
    return this;
  }

  public Json put(String name, long value) {
    item(name);
    text.append(value);
    return this;
  }

  public Json put(String name, boolean value) {
    item(name);
    text.append(value);
    return this;
  }

  /** Adds a text to an array. */
  public Json add(String value) {
    return put(null, value);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private Json open(String name, char bracket) {
    if (depth > 0) {
      item(name);
    }
    text.append(bracket);
    depth++;
    first = true;
    return this;
  }

  private Json close(char bracket) {
    depth--;
    if (!first) {
      line();
    }
    text.append(bracket);
    first = false;
    return this;
  }

  private void item(String name) {
    if (!first) {
      text.append(',');
    }
    first = false;
    line();
    if (name != null) {
      quote(name);
      text.append(": ");
    }
  }

  private void line() {
    text.append('\n');
    for (int i = 0; i < depth; i++) {
      text.append("  ");
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c >= 0x7f || c == '<') {
        String hex = Integer.toHexString(c);
        text.append("\\u").append("0000", hex.length(), 4).append(hex);
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
