package io.redial.cli;

/** Writes JSON (RFC 8259), indented, in the order of the calls. Not thread-safe. */
final class Json {
  private final StringBuilder text = new StringBuilder();
  private int depth;
  private boolean first = true;

  Json begin() {
    return open(null, '{');
  }

  Json begin(String name) {
    return open(name, '{');
  }

  Json end() {
    return close('}');
  }

  Json beginArray(String name) {
    return open(name, '[');
  }

  Json endArray() {
    return close(']');
  }

  /** Adds a member with a text or null. */
  Json put(String name, String value) {
    item(name);
    if (value == null) {
      text.append("null");
    } else {
      quote(value);
    }
    return this;
  }

  Json put(String name, long value) {
    item(name);
    text.append(value);
    return this;
  }

  Json put(String name, boolean value) {
    item(name);
    text.append(value);
    return this;
  }

  /** Adds a text to an array. */
  Json add(String value) {
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
      } else if (c < ' ' || c >= 0x7f) {
        String hex = Integer.toHexString(c);
        text.append("\\u").append("0000", hex.length(), 4).append(hex);
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
