package io.redial.weave;

/**
 * The renaming from a client's own package to the one that a vendor's build moved it to. It applies
 * to internal names, descriptors and signatures alike. Immutable.
 */
final class Renaming {
  /** For a client in its original package. */
  static final Renaming NONE = new Renaming("", "");

  private final String from;
  private final String to;

  private Renaming(String from, String to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Returns the renaming from a class's original name to its present one.
   *
   * @param root the package that is moved as a whole, as an internal name
   * @param original the class's own name, which begins with {@code root}
   * @return null if {@code found} is not {@code original} in another package
   */
  static Renaming between(String root, String original, String found) {
    if (original.equals(found)) {
      return NONE;
    }
    String rest = original.substring(root.length());
    return found.endsWith(rest) && found.length() > rest.length()
        ? new Renaming(root, found.substring(0, found.length() - rest.length()))
        : null;
  }

  boolean isNone() {
    return from.isEmpty();
  }

  /** Returns the text with every occurrence of the package renamed. */
  String of(String text) {
    return from.isEmpty() || !text.contains(from) ? text : text.replace(from, to);
  }

  /** Returns the internal name that a type of the copy had before it was moved. */
  String back(String name) {
    return !from.isEmpty() && name.startsWith(to + '/') ? from + name.substring(to.length()) : name;
  }

  /**
   * Returns the text with every occurrence of the package renamed, where it is written with dots.
   */
  String ofSourceName(String text) {
    String dotted = from.replace('/', '.');
    return from.isEmpty() || !text.contains(dotted)
        ? text
        : text.replace(dotted, to.replace('/', '.'));
  }
}
