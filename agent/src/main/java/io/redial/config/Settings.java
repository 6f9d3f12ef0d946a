package io.redial.config;

/** The options that are the whole process's, not a route's. Immutable. */
public final class Settings {
  private final Builder is;

  private Settings(Builder builder) {
    this.is = builder;
  }

  /** Option {@code config}: a path, or null. */
  public String config() {
    return is.config;
  }

  /** Option {@code service}, or null. */
  public String service() {
    return is.service;
  }

  /** Option {@code strict}. */
  public boolean strict() {
    return is.strict;
  }

  /** Option {@code relocated-clients}. */
  public boolean relocatedClients() {
    return is.relocatedClients;
  }

  /** Whether option {@code log} is {@code stderr}. */
  public boolean logsToStandardError() {
    return "stderr".equals(is.log);
  }

  /** The path of {@code log=file:PATH}, or null. */
  public String logFile() {
    return is.log.startsWith(LOG_FILE) ? is.log.substring(LOG_FILE.length()) : null;
  }

  /** Option {@code log-level}. */
  public LogLevel logLevel() {
    return is.logLevel;
  }

  /** Option {@code reload} in nanoseconds, or {@link io.redial.policy.RetryPolicy#UNLIMITED}. */
  public long reloadNanos() {
    return is.reloadNanos;
  }

  /** First part of option {@code max-waiting}: threads that wait at once, 0 or more. */
  public int maxWaiting() {
    return is.maxWaiting;
  }

  /** Second part of option {@code replay-buffer}: bytes copied at once, 0 or more. */
  public long replayBufferBytes() {
    return is.replayBufferBytes;
  }

  static final String LOG_FILE = "file:";

  /** Collects the settings; {@link Assignment} fills in every one. */
  static final class Builder {
    String config;
    String service;
    boolean strict;
    boolean relocatedClients;
    String log;
    LogLevel logLevel;
    long reloadNanos;
    int maxWaiting;
    long replayBufferBytes;

    Settings build() {
      return new Settings(this);
    }
  }
}
