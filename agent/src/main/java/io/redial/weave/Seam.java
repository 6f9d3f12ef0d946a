package io.redial.weave;

/** One place of a client's class that leads to an adapter. Immutable. */
final class Seam {
  private final String key;
  private final String owner;
  private final String method;
  private final String descriptor;

  private Seam(String key, String owner, String method, String descriptor) {
    this.key = key;
    this.owner = owner;
    this.method = method;
    this.descriptor = descriptor;
  }

  /**
   * The entry of a method.
   *
   * @param key tells the adapter which method it was
   * @param descriptor the method's, in the JVM's form; its parameters are references
   */
  static Seam entry(String key, String method, String descriptor) {
    return new Seam(key, null, method, descriptor);
  }

  /**
   * The calls that the class makes of another type's method.
   *
   * @param key tells the adapter which call it was
   * @param owner the type that is called, in the JVM's form
   */
  static Seam calls(String key, String owner, String method, String descriptor) {
    return new Seam(key, owner, method, descriptor);
  }

  String key() {
    return key;
  }

  boolean isEntry(String name, String itsDescriptor) {
    return owner == null && method.equals(name) && descriptor.equals(itsDescriptor);
  }

  boolean isCall(String itsOwner, String name, String itsDescriptor) {
    return owner != null
        && owner.equals(itsOwner)
        && method.equals(name)
        && descriptor.equals(itsDescriptor);
  }

  /** The same seam of a client whose types were renamed, as in a vendor's shaded jar. */
  Seam renamed(Renaming renaming) {
    return new Seam(
        key, owner == null ? null : renaming.of(owner), method, renaming.of(descriptor));
  }
}
