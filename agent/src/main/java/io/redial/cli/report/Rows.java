package io.redial.cli.report;

import java.util.List;
import java.util.function.ObjIntConsumer;

/** A table whose first ten entries are shown at once, and the rest on demand. */
final class Rows {
  private static final int SHOWN = 10;

  private final Html html;
  private final String type;
  private final String title;
  private final String head;

  /**
   * Creates a table.
   *
   * @param type its CSS class
   * @param title its name for users of screen readers
   * @param head the cells of its head, as markup
   */
  Rows(Html html, String type, String title, String head) {
    this.html = html;
    this.type = type;
    this.title = title;
    this.head = head;
  }

  /** Shows entries, each with its index from 0. */
  <T> void show(List<T> entries, ObjIntConsumer<T> row) {
    int shown = Math.min(SHOWN, entries.size());
    table(entries, 0, shown, row);
    if (shown < entries.size()) {
      html.markup("<details>\n<summary>").text(entries.size() - shown + " more");
      html.markup("</summary>\n");
      table(entries, shown, entries.size(), row);
      html.markup("</details>\n");
    }
  }

  private <T> void table(List<T> entries, int from, int to, ObjIntConsumer<T> row) {
    html.markup("<div class=wide role=region aria-label=\"").text(title);
    html.markup("\" tabindex=0>\n<table class=" + type + ">\n<thead><tr>" + head + "</thead>\n");
    for (int i = from; i < to; i++) {
      row.accept(entries.get(i), i);
    }
    html.markup("</table>\n</div>\n");
  }
}
