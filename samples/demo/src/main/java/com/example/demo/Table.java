package com.example.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Columns as wide as their widest cell; the last ones are numbers and stand to the right. */
final class Table {
  private final List<String[]> lines = new ArrayList<>();
  private final int numbersFrom;

  Table(int numbersFrom, String... titles) {
    this.numbersFrom = numbersFrom;
    lines.add(titles);
  }

  void add(String... cells) {
    lines.add(cells);
  }

  void print(PrintStream out) {
    int columns = lines.get(0).length;
    int[] widths = new int[columns];
    for (String[] line : lines) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], line[column].length());
      }
    }
    for (String[] line : lines) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        String padding = " ".repeat(widths[column] - line[column].length());
        text.append(column >= numbersFrom ? padding + line[column] : line[column] + padding);
        text.append("  ");
      }
      out.println(text.toString().stripTrailing());
    }
  }
}
