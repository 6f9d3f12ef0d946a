package io.redial.config;

import io.redial.policy.WaitingLimit;

/** The process-wide options. Immutable. */
public final class Settings {
  private final Builder options;

  /** Has the options of the log that can be changed while the program runs. */
  private final Builder log;

  private Settings(Builder options, Builder log) {
    this.options = options;
    this.log = log;
  }

  /** Option {@code config}: a path, or null. */
  public String config() {
    return options.config;
  }

  /** Option {@code service}, or null. */
  public String service() {
    return options.service;
  }

  public boolean strict() {
    return options.strict;
  }

  public boolean relocatedClients() {
    return options.relocatedClients;
  }

  /** Returns whether option {@code log} is {@code stderr}. */
  public boolean logsToStandardError() {
    return "stderr".equals(options.log);
  }

  /** The path of {@code log=file:PATH}, or null. */
  public String logFile() {
    return options.log.startsWith(LOG_FILE) ? options.log.substring(LOG_FILE.length()) : null;
  }

  public LogLevel logLevel() {
    return log.logLevel;
  }

  /** Returns whether option {@code log-format} is {@code json}. */
  public boolean logsJson() {
    return options.logsJson;
  }

  /** Option {@code redact}, or null for none. */
  public RedactedPaths redactedPaths() {
    return log.redactedPaths;
  }

  /** Returns a copy with the options of the log that can be changed while the program runs. */
  Settings withLogOf(Settings other) {
    return new Settings(options, other.log);
  }

  /** Returns whether option {@code control} is {@code local}. */
  public boolean isControlled() {
    return options.controlled;
  }

  /** Option {@code reload} in nanoseconds, or {@link io.redial.policy.RetryPolicy#UNLIMITED}. */
  public long reloadNanos() {
    return options.reloadNanos;
  }

  public WaitingLimit maxWaiting() {
    return options.maxWaiting;
  }

  /**
   * Second part of option {@code replay-buffer}: how many bytes may be copied at once, 0 or more.
   */
  public long replayBufferBytes() {
    return options.replayBufferBytes;
  }

  static final String LOG_FILE = "file:";

  /** Collects the settings; {@link OptionBinder} fills in every one. */
  static final class Builder {
    String config;
    String service;
    boolean strict;
    boolean relocatedClients;
    String log;
    LogLevel logLevel;
    boolean logsJson;
    RedactedPaths redactedPaths;
    boolean controlled;
    long reloadNanos;
    WaitingLimit maxWaiting;
    long replayBufferBytes;

    Settings build() {
      return new Settings(this, this);
    }
  }
}
