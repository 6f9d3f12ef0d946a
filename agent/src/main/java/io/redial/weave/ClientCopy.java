package io.redial.weave;

import io.redial.client.ClientModule;
import io.redial.client.Seam;
import java.util.ArrayList;
import java.util.List;

/** One copy of a client in this JVM, identified by one of its classes. Immutable. */
final class ClientCopy {
  private final ClientModule client;
  private final String originalClassName;
  private final Renaming renaming;

  private ClientCopy(ClientModule client, String originalClassName, Renaming renaming) {
    this.client = client;
    this.originalClassName = originalClassName;
    this.renaming = renaming;
  }

  /** Returns the copy that a class belongs to, or null if the client has no such woven class. */
  static ClientCopy of(ClientModule client, String className, boolean alsoRelocated) {
    if (client.seamsOf(className) != null) {
      return new ClientCopy(client, className, Renaming.NONE);
    }
    if (alsoRelocated && client.isLibrary()) {
      for (String original : client.woven()) {
        Renaming renaming = Renaming.between(client.root(), original, className);
        if (renaming != null) {
          return new ClientCopy(client, original, renaming);
        }
      }
    }
    return null;
  }

  ClientModule client() {
    return client;
  }

  /** The name of the copy, as users know it. */
  String name() {
    return isRelocated() ? client.name() + " under " + root().replace('/', '.') : client.name();
  }

  Renaming renaming() {
    return renaming;
  }

  /** The root package of this copy, as an internal name; null for a client of the JDK. */
  String root() {
    return client.isLibrary() ? renaming.of(client.root()) : null;
  }

  boolean isRelocated() {
    return !renaming.isNone();
  }

  /** Returns the class's seams, with the type names of this copy. */
  List<Seam> seams() {
    List<Seam> all = client.seamsOf(originalClassName);
    if (renaming.isNone()) {
      return all;
    }
    List<Seam> renamed = new ArrayList<>(all.size());
    for (Seam seam : all) {
      renamed.add(seam.renamed(renaming::of));
    }
    return renamed;
  }

  /**
   * Returns whether the class is woven only because the client decides there whether to send again.
   */
  boolean decidesOnResends() {
    return client.seamsOf(originalClassName).get(0).isOfResends();
  }

  /** The binary name of the class on which the adapter is kept. */
  String anchor() {
    return renaming.of(client.anchor()).replace('/', '.');
  }
}
