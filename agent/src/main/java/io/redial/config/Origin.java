package io.redial.config;

/** Where a value comes from. Immutable. */
public final class Origin {
  private static final String FILE = "file";
  private static final String PROFILE = "profile";

  static final Origin RUN_TIME = new Origin("run time", null);
  static final Origin ARGUMENT = new Origin("agent argument", null);
  static final Origin DEFAULT = new Origin("default", null);

  /** What kind of source it is, in words. */
  private final String kind;

  /** The property's, variable's, file's or profile's name; null for the other kinds. */
  private final String name;

  private final int line;
  private final boolean isQuoted;

  private Origin(String kind, String name) {
    this(kind, name, 0, true);
  }

  private Origin(String kind, String name, int line, boolean isQuoted) {
    this.kind = kind;
    this.name = name;
    this.line = line;
    this.isQuoted = isQuoted;
  }

  /** Whether messages may quote what stands there; if not, they quote only keys of options. */
  boolean isQuoted() {
    return isQuoted;
  }

  /** Returns a text from there as a message may quote it. */
  String quote(String text) {
    return isQuoted || Option.ofKey(text) != null ? ConfigError.quote(text) : "(not shown)";
  }

  /** An operator's setting, with a note in brackets on who made it and how long it holds. */
  static Origin runTime(String note) {
    return new Origin(RUN_TIME.kind, "(" + note + ")");
  }

  static Origin systemProperty(String name) {
    return new Origin("system property", name);
  }

  static Origin environment(String variable) {
    return new Origin("environment variable", variable);
  }

  static Origin file(String path, int line, boolean isQuoted) {
    return new Origin(FILE, path, line, isQuoted);
  }

  static Origin profile(String name) {
    return new Origin(PROFILE, name);
  }

  /** The line in the file, starting at 1; 0 if there is none. */
  public int line() {
    return line;
  }

  /** Whether somebody has set the value: it is no default, of a profile or of the option. */
  public boolean isSet() {
    return !kind.equals(PROFILE) && !kind.equals(DEFAULT.kind);
  }

  boolean isFile() {
    return kind.equals(FILE);
  }

  /** The source in words, without the name of a property, a variable or a profile. */
  String place() {
    return kind.equals(FILE) ? toString() : kind;
  }

  /** E.g. {@code agent argument}, {@code /etc/redial/orders.properties:3}. */
  @Override
  public String toString() {
    if (kind.equals(FILE)) {
      return line == 0 ? name : name + ":" + line;
    }
    return name == null ? kind : kind + " " + name;
  }
}
