package io.redial.control;

/** The agent's version, from its jar's manifest. */
public final class Version {
  private Version() {}

  /** For example {@code 1.0.0}; {@code (development)} outside a jar. */
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(development)" : version;
  }
}
