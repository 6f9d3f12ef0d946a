package io.redial.config;

/** Where a value comes from. Immutable. */
public final class Origin {
  /** The kinds of sources, strongest first. */
  private enum Kind {
    RUN_TIME("run time"),
    ARGUMENT("agent argument"),
    SYSTEM_PROPERTY("system property"),
    ENVIRONMENT("environment variable"),
    FILE("file"),
    PROFILE("profile"),
    DEFAULT("default");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The source in words, e.g. {@code agent argument}. */
    @Override
    public String toString() {
      return text;
    }
  }

  static final Origin RUN_TIME = new Origin(Kind.RUN_TIME, null, 0);
  static final Origin ARGUMENT = new Origin(Kind.ARGUMENT, null, 0);
  static final Origin DEFAULT = new Origin(Kind.DEFAULT, null, 0);

  private final Kind kind;
  private final String name;
  private final int line;
  private final boolean isQuoted;

  private Origin(Kind kind, String name, int line) {
    this(kind, name, line, true);
  }

  private Origin(Kind kind, String name, int line, boolean isQuoted) {
    this.kind = kind;
    this.name = name;
    this.line = line;
    this.isQuoted = isQuoted;
  }

  /** Returns the same origin, of whose text messages quote nothing but keys of options. */
  Origin unquoted() {
    return new Origin(kind, name, line, false);
  }

  /** Whether messages may quote what stands there. */
  boolean isQuoted() {
    return isQuoted;
  }

  /** Returns a text from there as a message may quote it. */
  String quote(String text) {
    return isQuoted || Option.ofKey(text) != null ? ConfigError.quote(text) : "(not shown)";
  }

  /** An operator's setting, with a note in brackets on who made it and how long it holds. */
  static Origin runTime(String note) {
    return new Origin(Kind.RUN_TIME, "(" + note + ")", 0);
  }

  static Origin systemProperty(String name) {
    return new Origin(Kind.SYSTEM_PROPERTY, name, 0);
  }

  static Origin environment(String variable) {
    return new Origin(Kind.ENVIRONMENT, variable, 0);
  }

  static Origin file(String path, int line) {
    return new Origin(Kind.FILE, path, line);
  }

  static Origin profile(String name) {
    return new Origin(Kind.PROFILE, name, 0);
  }

  /** The property's, variable's, file's or profile's name; null for the other kinds. */
  public String name() {
    return name;
  }

  /** The line in the file, starting at 1; 0 if there is none. */
  public int line() {
    return line;
  }

  boolean isFile() {
    return kind == Kind.FILE;
  }

  /** The source in words, without the name of a property, a variable or a profile. */
  String place() {
    return kind == Kind.FILE ? toString() : kind.toString();
  }

  /** E.g. {@code agent argument}, {@code /etc/redial/orders.properties:3}. */
  @Override
  public String toString() {
    if (kind == Kind.FILE) {
      return line == 0 ? name : name + ":" + line;
    }
    return name == null ? kind.toString() : kind + " " + name;
  }
}
