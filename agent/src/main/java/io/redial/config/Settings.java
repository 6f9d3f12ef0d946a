package io.redial.config;

import io.redial.policy.WaitingLimit;

/** The process-wide options. {@link OptionBinder} sets every one; then they do not change. */
public final class Settings {
  /** What stands before the path in option {@code log}. */
  public static final String LOG_FILE = "file:";

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

  public boolean strict() {
    return strict;
  }

  public boolean relocatedClients() {
    return relocatedClients;
  }

  /** Returns whether option {@code log} is {@code stderr}. */
  public boolean logsToStandardError() {
    return "stderr".equals(log);
  }

  /** The path of {@code log=file:PATH}, or null. */
  public String logFile() {
    return log.startsWith(LOG_FILE) ? log.substring(LOG_FILE.length()) : null;
  }

  public LogLevel logLevel() {
    return logLevel;
  }

  /** Returns whether option {@code log-format} is {@code json}. */
  public boolean logsJson() {
    return logsJson;
  }

  /** Option {@code redact}, or null for none. */
  public RedactedPaths redactedPaths() {
    return redactedPaths;
  }

  /** Returns whether option {@code control} is {@code local}. */
  public boolean isControlled() {
    return controlled;
  }

  /** Option {@code reload} in nanoseconds, or {@link io.redial.policy.RetryPolicy#UNLIMITED}. */
  public long reloadNanos() {
    return reloadNanos;
  }

  public WaitingLimit maxWaiting() {
    return maxWaiting;
  }

  /**
   * Second part of option {@code replay-buffer}: how many bytes may be copied at once, 0 or more.
   */
  public long replayBufferBytes() {
    return replayBufferBytes;
  }
}
