package io.redial.config;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the file that option {@code config} leads to, then those that it extends, from the nearest
 * to the farthest. Keys of a nearer file are kept, and its routes come first. If {@code config} is
 * a directory, a service without a file of its own gets {@code default.properties}.
 */
final class OptionFiles {
  static final String SUFFIX = ".properties";

  private static final String FALLBACK = "default" + SUFFIX;
  private static final int LONGEST_CHAIN = 20;

  private final Environment environment;
  private final OptionReader reader;
  private final Map<String, String> variables;
  private final Map<String, FileOptions.Draft> drafts = new LinkedHashMap<>();
  private final Set<File> seen = new HashSet<>();
  private final Map<File, ByteBuffer> contents = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  OptionFiles(Environment environment, OptionReader reader, Map<String, String> variables) {
    this.environment = environment;
    this.reader = reader;
    this.variables = variables;
  }

  /**
   * Returns every file that was looked at, in that order, with its contents, or null if it does not
   * exist or could not be read.
   */
  Map<File, ByteBuffer> contents() {
    return contents;
  }

  /** Files that everybody can change. */
  List<String> warnings() {
    return warnings;
  }

  /** Reads the files that the option leads to, and returns their routes. Mistakes become faults. */
  List<Route> read(Value config) {
    File file = nearest(config);
    Origin namedBy = config.origin();
    if (file != null) {
      seen.add(identity(file));
    }
    File first = file;
    while (file != null) {
      Value extended = readFile(file, namedBy, isQuoted(file, first));
      if (extended == null) {
        break;
      }
      namedBy = extended.origin();
      file = next(file, extended);
    }
    List<Route> routes = new ArrayList<>();
    for (FileOptions.Draft draft : drafts.values()) {
      Route route = draft.finish(reader);
      if (route != null) {
        routes.add(route);
      }
    }
    return routes;
  }

  private File nearest(Value config) {
    File file = new File(config.text());
    if (!isDirectory(file)) {
      return file;
    }
    // Set only here before files are read: otherwise, a file's service takes precedence over it.
    ThirdPartyVariables.service(variables, reader.values);
    Value service = reader.values.explicit(Option.SERVICE);
    boolean hasName = service != null && isFileName(service.text());
    File own = hasName ? new File(file, service.text() + SUFFIX) : null;
    File fallback = new File(file, FALLBACK);
    boolean fallsBack = environment.exists(fallback);
    if (own != null && (environment.exists(own) || !fallsBack)) {
      return own;
    }
    contents.put(own == null ? fallback : own, null); // Watched, because it may be created later.
    if (!fallsBack) {
      noFile(config, service);
    }
    return fallsBack ? fallback : null;
  }

  private void noFile(Value config, Value service) {
    if (service == null) {
      String problem =
          "config is a directory without "
              + FALLBACK
              + ", so service (or OTEL_SERVICE_NAME) must be set";
      reader.fault(Option.CONFIG.key(), config.origin(), problem);
    } else {
      String problem =
          "service " + ConfigError.quote(service.text()) + " is not the name of a file";
      reader.fault(Option.SERVICE.key(), service.origin(), problem);
    }
  }

  private static boolean isFileName(String name) {
    return name.indexOf('/') < 0 && name.indexOf('\\') < 0 && name.indexOf(0) < 0;
  }

  private boolean isDirectory(File file) {
    try {
      return environment.isDirectory(file);
    } catch (SecurityException e) {
      return false;
    }
  }

  private File next(File file, Value extended) {
    File next = new File(extended.text());
    if (!next.isAbsolute()) {
      next = new File(file.getParentFile(), extended.text());
    }
    boolean isNew = seen.add(identity(next));
    if (isNew && seen.size() <= LONGEST_CHAIN) {
      return next;
    }
    String path = extended.origin().quote(next.getPath());
    String problem =
        isNew
            ? "extends forms a chain of more than " + LONGEST_CHAIN + " files"
            : "extends is circular: " + path + " has been read already";
    reader.fault(FileOptions.EXTENDS, extended.origin(), problem);
    return null;
  }

  /** Returns the same file for every path to it, as far as the file system can tell. */
  private static File identity(File file) {
    try {
      return file.getCanonicalFile();
    } catch (IOException | SecurityException e) {
      return file;
    }
  }

  /**
   * Whether messages may quote what is in a file: whether it is in the folder of the first one or
   * below it, once links are followed. Otherwise whoever can write one options file, or put a link
   * in its place, could have the service print what only the service may read: {@code extends =
   * ../../etc/shadow}.
   */
  private static boolean isQuoted(File file, File first) {
    File folder = first.getAbsoluteFile().getParentFile();
    File home = folder == null ? null : identity(folder);
    File above = identity(file);
    while (above != null && !above.equals(home)) {
      above = above.getParentFile();
    }
    return above != null;
  }

  /** Reads one file, and returns the path of the one that it extends, or null. */
  private Value readFile(File file, Origin namedBy, boolean isQuoted) {
    byte[] text = null;
    try {
      text = environment.contents(file);
    } catch (IOException | SecurityException e) {
      String reason = namedBy.quote(String.valueOf(e.getMessage()));
      String problem = "cannot read " + namedBy.quote(file.getPath()) + ": " + reason;
      reader.fault(file.getPath(), namedBy, problem);
    }
    contents.put(file, text == null ? null : ByteBuffer.wrap(text));
    if (text == null) {
      return null;
    }
    if (environment.isWritableByAll(file)) {
      warnings.add(
          ConfigError.quote(file.getPath())
              + " can be written by every user, who can so change what Redial does; chmod o-w");
    }
    FileOptions options = new FileOptions(file.getPath(), isQuoted, reader, drafts);
    PropertiesText.read(text, options);
    return options.extended();
  }
}
