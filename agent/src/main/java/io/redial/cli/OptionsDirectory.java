package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Value;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A directory of options files that {@code config} names, if nothing names a service. */
final class OptionsDirectory {
  private static final String SUFFIX = ".properties";

  private final Value config;
  private final String options;
  private final Environment environment;
  private final List<String> files = new ArrayList<>();
  private final boolean isReadable;

  private OptionsDirectory(Value config, String options, Environment environment) {
    this.config = config;
    this.options = options;
    this.environment = environment;
    String[] names = environment.list(new File(config.text()));
    this.isReadable = names != null;
    for (int i = 0; isReadable && i < names.length; i++) {
      // Like *.properties in a shell: editors and systems create hidden files of their own.
      if (names[i].endsWith(SUFFIX) && !names[i].startsWith(".")) {
        files.add(names[i]);
      }
    }
    Collections.sort(files);
  }

  /**
   * The directory that the options lead to, or null if they lead to one file or none.
   *
   * @param configuration what was read from those options
   */
  static OptionsDirectory of(Configuration configuration, String options, Environment environment) {
    Value config = configuration.value(Option.CONFIG);
    Value service = configuration.value(Option.SERVICE);
    // A service that is named in a line of a file is that of the default file; it selected none.
    boolean isNamed = service.text() != null && service.origin().line() == 0;
    if (config.text() == null || isNamed || !environment.isDirectory(new File(config.text()))) {
      return null;
    }
    return new OptionsDirectory(config, options, environment);
  }

  Value config() {
    return config;
  }

  /** Why there is nothing to read, or null. */
  String problem() {
    if (!files.isEmpty()) {
      return null;
    }
    String directory = OneLine.of(config.text());
    String problem =
        isReadable ? directory + " has no *.properties files" : "cannot list " + directory;
    return problem + " (" + OneLine.of(config.origin().toString()) + ")";
  }

  /** Reads each file as its service would. Returns what was read by file name, sorted. */
  Map<String, Configuration> read() {
    Map<String, Configuration> read = new LinkedHashMap<>();
    for (String file : files) {
      String service = file.substring(0, file.length() - SUFFIX.length());
      read.put(file, Configuration.load(options, environment, service));
    }
    return read;
  }
}
