package io.redial.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client that Redial knows: its classes, their seams, and the adapter behind them. */
final class Client {
  private final String name;
  private final String adapter;
  private final String root;
  private final String anchor;
  private final Map<String, List<Seam>> seams = new HashMap<>();

  /**
   * A client.
   *
   * @param name as users know it
   * @param adapter the class name of its {@link io.redial.client.Adapter}
   * @param root the package that a vendor may have moved as a whole, in the JVM's form; null for a
   *     client of the JDK, which has one loader and one name
   * @param anchor a class that each copy of the client has once; the copy's adapter hangs on it
   */
  Client(String name, String adapter, String root, String anchor) {
    this.name = name;
    this.adapter = adapter;
    this.root = root;
    this.anchor = anchor;
  }

  /** Adds the seams of one class, named in the JVM's form. */
  Client in(String internalClassName, Seam... its) {
    seams
        .computeIfAbsent(internalClassName, absent -> new ArrayList<>())
        .addAll(Arrays.asList(its));
    return this;
  }

  String name() {
    return name;
  }

  String adapter() {
    return adapter;
  }

  /** The adapter's package, in the JVM's form and with a slash at its end. */
  String adapterPackage() {
    return adapter.substring(0, adapter.lastIndexOf('.') + 1).replace('.', '/');
  }

  String anchor() {
    return anchor;
  }

  String root() {
    return root;
  }

  /** Whether its types live in loaders of the application. */
  boolean isLibrary() {
    return root != null;
  }

  /** The copy of this client that a class belongs to, or null. */
  ClientCopy copyOf(String internalClassName, boolean alsoRelocated) {
    if (seams.containsKey(internalClassName)) {
      return new ClientCopy(this, internalClassName, Renaming.NONE);
    }
    if (alsoRelocated && isLibrary()) {
      for (String original : seams.keySet()) {
        Renaming renaming = Renaming.between(root, original, internalClassName);
        if (renaming != null) {
          return new ClientCopy(this, original, renaming);
        }
      }
    }
    return null;
  }

  List<Seam> seamsOf(String originalClassName) {
    return seams.get(originalClassName);
  }
}
