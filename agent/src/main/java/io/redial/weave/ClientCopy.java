package io.redial.weave;

import java.util.ArrayList;
import java.util.List;

/** One copy of a client in this JVM, as one of its classes shows it. Immutable. */
final class ClientCopy {
  private final Client client;
  private final String originalClassName;
  private final Renaming renaming;

  ClientCopy(Client client, String originalClassName, Renaming renaming) {
    this.client = client;
    this.originalClassName = originalClassName;
    this.renaming = renaming;
  }

  Client client() {
    return client;
  }

  /** As users know it. */
  String name() {
    return isRelocated() ? client.name() + " under " + root().replace('/', '.') : client.name();
  }

  Renaming renaming() {
    return renaming;
  }

  /** The package of this copy, in the JVM's form; null for a client of the JDK. */
  String root() {
    return client.isLibrary() ? renaming.of(client.root()) : null;
  }

  boolean isRelocated() {
    return !renaming.isNone();
  }

  /** The class's seams, with the names that this copy's types have. */
  List<Seam> seams() {
    List<Seam> all = client.seamsOf(originalClassName);
    if (renaming.isNone()) {
      return all;
    }
    List<Seam> renamed = new ArrayList<>(all.size());
    for (Seam seam : all) {
      renamed.add(seam.renamed(renaming));
    }
    return renamed;
  }

  /** Whether the class is only where the client decides to send again by itself. */
  boolean decidesOnResends() {
    return client.seamsOf(originalClassName).get(0).isOfResends();
  }

  /** The name of the class on which the adapter hangs, as source code writes it. */
  String anchor() {
    return renaming.of(client.anchor()).replace('/', '.');
  }
}
