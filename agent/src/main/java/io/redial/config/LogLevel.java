package io.redial.config;

/** Option {@code log-level}: messages of that importance and above are logged. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE;
}
