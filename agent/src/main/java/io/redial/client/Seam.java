package io.redial.client;

import java.util.function.UnaryOperator;

/** One place in a client's class that is woven. Immutable. */
public final class Seam {
  private enum Kind {
    ENTRY,
    CALL,
    CHAIN,
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
   * Returns a seam at the entry of a method.
   *
   * @param key tells the adapter which method it was
   * @param descriptor the method's descriptor, in the JVM's form; its parameters are references
   */
  public static Seam entry(String key, String method, String descriptor) {
    return new Seam(Kind.ENTRY, key, null, method, descriptor, null);
  }

  /**
   * Returns a seam that replaces the calls that the class makes of another type's method.
   *
   * @param key tells the adapter which call it was
   * @param owner the type that is called, in the JVM's form
   */
  public static Seam detour(String key, String owner, String method, String descriptor) {
    return new Seam(Kind.CALL, key, owner, method, descriptor, null);
  }

  /**
   * Returns a seam that replaces the class's call of the head of its client's own chain. The
   * adapter gets the woven object, the head, the arguments, and the method as a {@link
   * java.lang.invoke.MethodHandle}, because it may make the call more than once and the head's
   * class need not be public.
   *
   * @param key tells the adapter which call it was
   * @param owner the type of the head, in the JVM's form; its class files are of version 51 or
   *     newer
   */
  public static Seam chain(String key, String owner, String method, String descriptor) {
    return new Seam(Kind.CHAIN, key, owner, method, descriptor, null);
  }

  /**
   * Returns a seam before the calls that the class makes of another type's method. An adapter is
   * notified before each; the client makes the call itself in any case.
   *
   * @param key tells the adapter which call it is
   * @param owner the type that is called, in the JVM's form
   */
  public static Seam notices(String key, String owner, String method, String descriptor) {
    return new Seam(Kind.NOTICE, key, owner, method, descriptor, null);
  }

  /**
   * Returns a seam at the end of a method without parameters. If the method would return an
   * adapter's stand-in for an object of the application's, it returns that object instead.
   */
  public static Seam returns(String method, String descriptor) {
    return new Seam(Kind.RETURN, null, null, method, descriptor, null);
  }

  /**
   * Returns a seam at a field that a client reads, or a method that it calls, before it re-sends a
   * request by itself. An adapter can only keep the client from doing so.
   *
   * @param owner the type that has it, in the JVM's form
   * @param descriptor the flag's type, or the descriptor of the method, which returns whether to
   *     re-send
   */
  public static Seam resend(String key, String owner, String name, String descriptor) {
    return new Seam(Kind.RESEND, key, owner, name, descriptor, null);
  }

  /**
   * Returns the same seam with a sign that distinguishes a renamed copy of the client's class from
   * a class that merely has the same name. It is needed where the seam itself shows no type of the
   * client.
   *
   * @param type a type of the client, in the JVM's form, that occurs in the class as the type of a
   *     field, the superclass or an interface
   */
  public Seam beside(String type) {
    return new Seam(kind, key, owner, method, descriptor, type);
  }

  /** Returns the seam's name for the adapter; null if no adapter is called. */
  public String key() {
    return key;
  }

  /** Returns the name of the method, or of the field, that the seam is at. */
  public String method() {
    return method;
  }

  /** Returns the descriptor of the method, or the type of the field, that the seam is at. */
  public String descriptor() {
    return descriptor;
  }

  /** Whether the adapter is called in place of a method that the client was about to call. */
  public boolean isDetour() {
    return kind == Kind.CALL;
  }

  /** Whether the seam is the entry of that method. */
  public boolean isEntry(String name, String signature) {
    return kind == Kind.ENTRY && isMethod(name, signature);
  }

  /** Whether the seam is the end of that method. */
  public boolean isReturn(String name, String signature) {
    return kind == Kind.RETURN && isMethod(name, signature);
  }

  private boolean isMethod(String name, String signature) {
    return method.equals(name) && descriptor.equals(signature);
  }

  /** Whether the seam is at a call of that method of that type. */
  public boolean isCall(String type, String name, String signature) {
    return (kind == Kind.CALL || kind == Kind.CHAIN || kind == Kind.NOTICE)
        && owner.equals(type)
        && isMethod(name, signature);
  }

  /** Whether the call is that of the head of a chain, which an adapter may make more than once. */
  public boolean isChain() {
    return kind == Kind.CHAIN;
  }

  /** Whether the client still makes the call itself after the adapter was notified. */
  public boolean isNotice() {
    return kind == Kind.NOTICE;
  }

  /** Whether a client decides by this field or method whether to re-send by itself. */
  public boolean isResend(String type, String name, String signature) {
    return kind == Kind.RESEND && owner.equals(type) && isMethod(name, signature);
  }

  /** Whether the class contains a client's own decision to send again. */
  public boolean isOfResends() {
    return kind == Kind.RESEND;
  }

  /** Whether the seam itself shows that the class belongs to the client in that package. */
  public boolean speaksOf(String root) {
    return owner != null || descriptor.contains('L' + root + '/');
  }

  /**
   * Whether the descriptor of a field or the name of a supertype shows the same; see {@link
   * #beside}.
   */
  public boolean isBeside(String text) {
    return neighbour != null && text.contains(neighbour);
  }

  /** Returns the same seam for a client whose types were renamed, as in a vendor's shaded jar. */
  public Seam renamed(UnaryOperator<String> renaming) {
    return new Seam(
        kind,
        key,
        owner == null ? null : renaming.apply(owner),
        method,
        renaming.apply(descriptor),
        neighbour == null ? null : renaming.apply(neighbour));
  }
}
