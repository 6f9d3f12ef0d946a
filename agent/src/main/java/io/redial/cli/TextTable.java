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
    StringBuilder format = new StringBuilder();
    for (int i = 0; i < rows.get(0).length; i++) {
      int column = i;
      int width = rows.stream().mapToInt(row -> row[column].length()).max().getAsInt();
      format.append("%-").append(width).append("s  ");
    }
    List<String> lines = new ArrayList<>();
    for (Object[] row : rows) {
      lines.add(String.format(format.toString(), row).replaceAll(" +$", ""));
    }
    return lines;
  }
}
