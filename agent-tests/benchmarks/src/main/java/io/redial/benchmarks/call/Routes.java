package io.redial.benchmarks.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A hundred routes of which only the last one matches a call of {@link HealthyCall}. */
enum Routes {
  /** As a file has them that knows a hundred services. */
  BY_HOST("http://service-%d.internal/**"),
  /** As a file has them that knows a hundred resources of one service; the more costly kind. */
  BY_PATH("GET,PUT http://127.0.0.1:*/resource-%d/*");

  private static final int COUNT = 100;

  private final String pattern;

  Routes(String pattern) {
    this.pattern = pattern;
  }

  /** Writes the file of options. */
  Path in(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i < COUNT; i++) {
      lines.add("route.r" + i + ".match = " + String.format(pattern, i));
      lines.add("route.r" + i + ".max-retries = " + i);
    }
    lines.add("route.last.match = *://*:*/**");
    lines.add("route.last.max-retries = 5");
    return Files.write(folder.resolve(name() + ".properties"), lines);
  }
}
