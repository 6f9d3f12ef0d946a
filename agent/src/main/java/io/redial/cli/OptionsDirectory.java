package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Value;
import java.io.File;
import java.util.Map;
import java.util.TreeMap;

/** A directory of options files that {@code config} names, if nothing names a service. */
final class OptionsDirectory {
  private static final String SUFFIX = ".properties";

  private final Value config;
  private final String options;
  private final Environment environment;

  /** The names of all files; null if the directory cannot be listed. */
  private final String[] names;

  private OptionsDirectory(Value config, String options, Environment environment) {
    this.config = config;
    this.options = options;
    this.environment = environment;
    this.names = environment.list(new File(config.text()));
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

  /** Says why nothing was read. */
  String problem() {
    String problem =
        names == null
            ? "cannot list " + config.text()
            : config.text() + " has no *.properties files";
    return OneLine.of(problem + " (" + config.origin() + ")");
  }

  /** Reads each file as its service would. Returns what was read by file name, sorted. */
  Map<String, Configuration> read() {
    Map<String, Configuration> read = new TreeMap<>();
    for (String file : names == null ? new String[0] : names) {
      // Like *.properties in a shell: editors and systems create hidden files of their own.
      if (file.endsWith(SUFFIX) && !file.startsWith(".")) {
        String service = file.substring(0, file.length() - SUFFIX.length());
        read.put(file, Configuration.load(options, environment, service));
      }
    }
    return read;
  }
}
