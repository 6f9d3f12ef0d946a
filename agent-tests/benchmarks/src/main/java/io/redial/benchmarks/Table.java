package io.redial.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Columns as wide as their widest cell; the first is text and the others are numbers. */
public final class Table {
  private final List<String[]> lines = new ArrayList<>();

  /** A table with these titles. */
  public Table(String... titles) {
    lines.add(titles);
  }

  /** Adds a line with a cell for each title. */
  public void add(String... cells) {
    lines.add(cells);
  }

  /** Prints it. */
  public void print(PrintStream out) {
    int[] widths = new int[lines.get(0).length];
    for (String[] line : lines) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], line[column].length());
      }
    }
    for (String[] line : lines) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        String padding = " ".repeat(widths[column] - line[column].length());
        text.append(column == 0 ? line[column] + padding : "  " + padding + line[column]);
      }
      out.println(text.toString().stripTrailing());
    }
  }
}
