package io.redial.config;

/** Option {@code log-level}: messages of this level and of more severe ones are logged. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE;
}
