package io.redial.contract.server;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads a request's head off the wire. */
final class Heads {
  private Heads() {}

  /** Request line and header fields, or an empty list where the connection ended instead. */
  static List<String> read(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int read;
    while ((read = in.read()) >= 0) {
      if (read == '\n') {
        if (line.length() == 0) {
          return lines;
        }
        lines.add(line.toString());
        line.setLength(0);
      } else if (read != '\r') {
        line.append((char) read);
      }
    }
    return List.of();
  }
}
