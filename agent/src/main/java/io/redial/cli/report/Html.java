package io.redial.cli.report;

import io.redial.config.OneLine;

/**
 * Writes HTML. Whatever comes from a recording goes through {@link #text}, inside elements as well
 * as inside quoted attributes. Not thread-safe.
 */
final class Html {
  private final StringBuilder page = new StringBuilder(1 << 16);

  /** Appends markup, which must not come from a recording. */
  Html markup(String markup) {
    page.append(markup);
    return this;
  }

  /** Appends a text, escaped for HTML, with invisible characters made visible. */
  Html text(String text) {
    String line = OneLine.of(text);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      switch (c) {
        case '&':
          page.append("&amp;");
          break;
        case '<':
          page.append("&lt;");
          break;
        case '>':
          page.append("&gt;");
          break;
        case '"':
          page.append("&quot;");
          break;
        case '\'':
          page.append("&#39;");
          break;
        default:
          page.append(c);
      }
    }
    return this;
  }

  /** Appends a table cell with a text. */
  Html cell(String text) {
    return markup("<td>").text(text).markup("</td>");
  }

  /** Appends a table cell with a number or a span of time. */
  Html number(String text) {
    return markup("<td class=n>").text(text).markup("</td>");
  }

  /** Appends a time, with its full form for machines and as a tooltip. */
  Html time(long nanos, String shown) {
    String full = Units.full(nanos);
    markup("<time datetime=\"").text(full).markup("\" title=\"").text(full);
    return markup("\">").text(shown).markup("</time>");
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
