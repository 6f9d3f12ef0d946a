package io.redial.cli;

import io.redial.control.remote.FolderName;
import io.redial.control.remote.TemporaryDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names that processes' folders may have where something else has their usual one. Each
 * temporary directory is listed once, for however many processes. Thread-safe.
 */
final class FolderNames {
  /** Where processes have the same files as this one. */
  static final String LOCAL = "";

  /** How many folders are looked at for one process. It has one, and other users any number. */
  private static final int MAX_FOLDERS = 1_000;

  private final Map<String, Listing> listings = new ConcurrentHashMap<>();

  /** What a directory contains. */
  private static final class Listing {
    final Map<String, List<String>> names = new HashMap<>();
    private int seen;

    Listing(TemporaryDirectory directory) throws IOException {
      directory.names(this::add);
    }

    private boolean add(String name) {
      seen++;
      String process = FolderName.process(name);
      if (process != null && !name.equals(FolderName.of(process))) {
        List<String> own = names.computeIfAbsent(process, number -> new ArrayList<>());
        if (own.size() < MAX_FOLDERS) {
          own.add(name);
        }
      }
      return false;
    }

    boolean isWhole() {
      return seen < TemporaryDirectory.MAX_NAMES;
    }
  }

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
    return listing(directory, where).names.getOrDefault(process, Collections.emptyList());
  }

  /** Whether all names in a directory were looked at. */
  boolean areAll(TemporaryDirectory directory, String where) throws IOException {
    return listing(directory, where).isWhole();
  }

  private Listing listing(TemporaryDirectory directory, String where) throws IOException {
    Listing known = listings.get(where);
    if (known == null) {
      known = new Listing(directory);
      listings.put(where, known);
    }
    return known;
  }
}
