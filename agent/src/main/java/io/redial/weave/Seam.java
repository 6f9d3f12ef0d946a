package io.redial.weave;

/** One method of a client's class that leads to an adapter. Immutable. */
final class Seam {
  private final String key;
  private final String method;
  private final String descriptor;

  /**
   * A seam.
   *
   * @param key tells the adapter which method it was
   * @param descriptor the method's, in the JVM's form
   */
  Seam(String key, String method, String descriptor) {
    this.key = key;
    this.method = method;
    this.descriptor = descriptor;
  }

  String key() {
    return key;
  }

  boolean matches(String name, String itsDescriptor) {
    return method.equals(name) && descriptor.equals(itsDescriptor);
  }
}
