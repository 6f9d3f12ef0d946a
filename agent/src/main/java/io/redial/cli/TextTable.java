package io.redial.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of texts in columns that are as wide as they need to be. Not thread-safe. */
final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  TextTable(String... titles) {
    rows.add(titles);
  }

  void row(String... cells) {
    rows.add(cells);
  }

  /**
   * Prints the titles and the rows.
   *
   * @param empty what to print instead if there are no rows; null for nothing
   */
  void print(PrintWriter out, String empty) {
    if (rows.size() > 1) {
      lines().forEach(out::println);
    } else if (empty != null) {
      out.println(empty);
    }
  }

  /** The titles and the rows as they are printed. */
  List<String> lines() {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row[i]);
        for (int pad = row[i].length(); i < columns - 1 && pad < widths[i] + 2; pad++) {
          line.append(' ');
        }
      }
      lines.add(line.toString().replaceAll(" +$", ""));
    }
    return lines;
  }
}
