package io.redial.control;

import io.redial.config.Configuration;
import io.redial.config.LogLevel;
import io.redial.config.Option;
import io.redial.control.log.LogLine;
import io.redial.control.log.LogSink;
import io.redial.control.log.LogWriter;
import java.io.File;
import java.util.List;

/** The line that tells an operator that Redial is active. */
public final class StartLine {
  private StartLine() {}

  /**
   * Prints the line. If nothing is configured, this does not load the classes that read options.
   */
  public static void say(Configuration configuration, String clients) {
    String line = of(configuration, clients);
    if (configuration.isDefault()) {
      LogWriter.STANDARD_ERROR.start(LogLine.plain(LogLevel.INFO, line));
    } else {
      LogSink.direct(configuration.settings());
      LogSink.current().startLine(LogLevel.INFO, line);
      for (String note : configuration.notes()) {
        LogSink.current().startLine(LogLevel.WARN, note);
      }
    }
  }

  /**
   * Returns the line: version, Java version, service, where the options come from, and the clients
   * that are covered.
   */
  static String of(Configuration configuration, String clients) {
    StringBuilder line = new StringBuilder(160).append(version());
    line.append(" on Java ").append(System.getProperty("java.version"));
    String service = configuration.service();
    if (service != null) {
      line.append(", service ").append(service);
    }
    String file = configuration.isDefault() ? null : file(configuration);
    line.append(file == null ? ", no options file" : ", options from " + file);
    return line.append("; covers ").append(clients).toString();
  }

  /**
   * Returns the first file that was read, to which {@code config} may only lead; if none was read,
   * {@code config} itself, which may be null.
   */
  private static String file(Configuration configuration) {
    List<File> read = configuration.files();
    return read.isEmpty() ? configuration.value(Option.CONFIG).text() : read.get(0).getPath();
  }

  /** The agent's version, from its jar's manifest; {@code (development)} outside a jar. */
  public static String version() {
    String version = StartLine.class.getPackage().getImplementationVersion();
    return version == null ? "(development)" : version;
  }
}
