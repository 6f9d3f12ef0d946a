package io.redial.weave;

/** One place of a client's class that leads to an adapter. Immutable. */
final class Seam {
  private enum Kind {
    ENTRY,
    CALL,
    NOTICE,
    RETURN,
    RESEND
  }

  private final Kind kind;
  private final String key;
  private final String owner;
  private final String method;
  private final String descriptor;
  private final String neighbour;

  private Seam(
      Kind kind, String key, String owner, String method, String descriptor, String neighbour) {
    this.kind = kind;
    this.key = key;
    this.owner = owner;
    this.method = method;
    this.descriptor = descriptor;
    this.neighbour = neighbour;
  }

  /**
   * The entry of a method.
   *
   * @param key tells the adapter which method it was
   * @param descriptor the method's, in the JVM's form; its parameters are references
   */
  static Seam entry(String key, String method, String descriptor) {
    return new Seam(Kind.ENTRY, key, null, method, descriptor, null);
  }

  /**
   * The calls that the class makes of another type's method.
   *
   * @param key tells the adapter which call it was
   * @param owner the type that is called, in the JVM's form
   */
  static Seam calls(String key, String owner, String method, String descriptor) {
    return new Seam(Kind.CALL, key, owner, method, descriptor, null);
  }

  /**
   * The calls that the class makes of another type's method, of which an adapter is told before
   * they are made. Whatever comes of that, the client makes the call itself.
   *
   * @param key tells the adapter which call it is
   * @param owner the type that is called, in the JVM's form
   */
  static Seam notices(String key, String owner, String method, String descriptor) {
    return new Seam(Kind.NOTICE, key, owner, method, descriptor, null);
  }

  /**
   * The end of a method without parameters, which may return what an adapter let stand in for an
   * object of the application's, and then returns that object.
   */
  static Seam returns(String method, String descriptor) {
    return new Seam(Kind.RETURN, null, null, method, descriptor, null);
  }

  /**
   * A flag that a client looks at, or a method that it asks, before it sends a request again by
   * itself; what an adapter answers there can only keep it from that.
   *
   * @param owner the type that has it, in the JVM's form
   * @param descriptor the flag's type, or the method's descriptor; the method tells a yes from a no
   */
  static Seam resend(String key, String owner, String name, String descriptor) {
    return new Seam(Kind.RESEND, key, owner, name, descriptor, null);
  }

  /**
   * The same seam of a class that has no other by which a renamed copy of it could be told from a
   * class which merely has the name.
   *
   * @param type a type of the client, in the JVM's form, that the class's members speak of
   */
  Seam beside(String type) {
    return new Seam(kind, key, owner, method, descriptor, type);
  }

  String key() {
    return key;
  }

  boolean isEntry(String name, String itsDescriptor) {
    return kind == Kind.ENTRY && isMethod(name, itsDescriptor);
  }

  boolean isReturn(String name, String itsDescriptor) {
    return kind == Kind.RETURN && isMethod(name, itsDescriptor);
  }

  private boolean isMethod(String name, String itsDescriptor) {
    return method.equals(name) && descriptor.equals(itsDescriptor);
  }

  boolean isCall(String itsOwner, String name, String itsDescriptor) {
    return (kind == Kind.CALL || kind == Kind.NOTICE)
        && owner.equals(itsOwner)
        && isMethod(name, itsDescriptor);
  }

  /** Whether the call is made as it was, once an adapter was told of it. */
  boolean isNotice() {
    return kind == Kind.NOTICE;
  }

  /** Whether a client decides by this field or method whether it sends again by itself. */
  boolean isResend(String itsOwner, String name, String itsDescriptor) {
    return kind == Kind.RESEND && owner.equals(itsOwner) && isMethod(name, itsDescriptor);
  }

  /** Whether any client's own decision to send again is to be asked for in that class. */
  boolean isOfResends() {
    return kind == Kind.RESEND;
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
        kind,
        key,
        owner == null ? null : renaming.of(owner),
        method,
        renaming.of(descriptor),
        neighbour == null ? null : renaming.of(neighbour));
  }
}
