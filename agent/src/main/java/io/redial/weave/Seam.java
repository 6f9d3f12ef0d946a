package io.redial.weave;

/** One place of a client's class that leads to an adapter. Immutable. */
final class Seam {
  private final String key;
  private final String owner;
  private final String method;
  private final String descriptor;
  private final String neighbour;
  private final boolean returning;

  private Seam(
      String key,
      String owner,
      String method,
      String descriptor,
      String neighbour,
      boolean returning) {
    this.key = key;
    this.owner = owner;
    this.method = method;
    this.descriptor = descriptor;
    this.neighbour = neighbour;
    this.returning = returning;
  }

  /**
   * The entry of a method.
   *
   * @param key tells the adapter which method it was
   * @param descriptor the method's, in the JVM's form; its parameters are references
   */
  static Seam entry(String key, String method, String descriptor) {
    return new Seam(key, null, method, descriptor, null, false);
  }

  /**
   * The calls that the class makes of another type's method.
   *
   * @param key tells the adapter which call it was
   * @param owner the type that is called, in the JVM's form
   */
  static Seam calls(String key, String owner, String method, String descriptor) {
    return new Seam(key, owner, method, descriptor, null, false);
  }

  /**
   * The end of a method without parameters, which may return what an adapter let stand in for an
   * object of the application's, and then returns that object.
   */
  static Seam returns(String method, String descriptor) {
    return new Seam(null, null, method, descriptor, null, true);
  }

  /**
   * The same seam of a class that has no other by which a renamed copy of it could be told from a
   * class which merely has the name.
   *
   * @param type a type of the client, in the JVM's form, that the class's members speak of
   */
  Seam beside(String type) {
    return new Seam(key, owner, method, descriptor, type, returning);
  }

  String key() {
    return key;
  }

  boolean isEntry(String name, String itsDescriptor) {
    return owner == null && !returning && isMethod(name, itsDescriptor);
  }

  boolean isReturn(String name, String itsDescriptor) {
    return returning && isMethod(name, itsDescriptor);
  }

  private boolean isMethod(String name, String itsDescriptor) {
    return method.equals(name) && descriptor.equals(itsDescriptor);
  }

  boolean isCall(String itsOwner, String name, String itsDescriptor) {
    return owner != null && owner.equals(itsOwner) && isMethod(name, itsDescriptor);
  }

  /** Whether the seam itself shows that the class belongs to the client in that package. */
  boolean speaksOf(String root) {
    return owner != null || descriptor.contains('L' + root + '/');
  }

  /** Whether a descriptor, or the name of a parent, shows the same. */
  boolean isBeside(String text) {
    return neighbour != null && text.contains(neighbour);
  }

  /** The same seam of a client whose types were renamed, as in a vendor's shaded jar. */
  Seam renamed(Renaming renaming) {
    return new Seam(
        key,
        owner == null ? null : renaming.of(owner),
        method,
        renaming.of(descriptor),
        neighbour == null ? null : renaming.of(neighbour),
        returning);
  }
}
