package io.redial.cli;

import io.redial.control.remote.ControlDirectory;
import io.redial.control.remote.TemporaryDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The names that processes' folders may have where something else has their usual one. Each
 * temporary directory is listed once, for however many processes. Thread-safe.
 */
final class FolderNames {
  /** Where processes have the same files as this one. */
  static final String LOCAL = "";

  /** How many folders are looked at for one process. It has one, and other users any number. */
  private static final int MAX_FOLDERS = 1_000;

  private final Map<String, List<String>> listings = new ConcurrentHashMap<>();

  /** Lists this process's own temporary directory, if that is possible. */
  FolderNames listLocal() {
    try {
      listing(TemporaryDirectory.local(), LOCAL);
    } catch (IOException e) {
      // It is tried again for each process, and that process's reason says why.
    }
    return this;
  }

  /**
   * Returns the names that a process's folder may have beside its usual one.
   *
   * @param where distinguishes the directory from those of processes with other files
   * @throws IOException if the directory cannot be listed
   */
  List<String> longer(String process, TemporaryDirectory directory, String where)
      throws IOException {
    String usual = ControlDirectory.nameOf(process);
    return listing(directory, where).stream()
        .filter(
            name ->
                name.startsWith(usual + "-") && process.equals(ControlDirectory.processOf(name)))
        .limit(MAX_FOLDERS)
        .collect(Collectors.toList());
  }

  /** Whether all names in a directory were looked at. */
  boolean areAll(TemporaryDirectory directory, String where) throws IOException {
    return listing(directory, where).size() < TemporaryDirectory.MAX_NAMES;
  }

  private List<String> listing(TemporaryDirectory directory, String where) throws IOException {
    List<String> known = listings.get(where);
    if (known == null) {
      known = directory.names(name -> true);
      listings.put(where, known);
    }
    return known;
  }
}
