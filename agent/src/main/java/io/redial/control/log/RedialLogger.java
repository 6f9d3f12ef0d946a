package io.redial.control.log;

import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Writes to the {@link LogSink} in force: of a throwable its type and message, and its stack trace
 * only at level {@code debug}. It is used directly, because SLF4J's factory would look for
 * providers, and obey the application's {@code slf4j.provider}.
 */
public final class RedialLogger extends LegacyAbstractLogger {
  /** The one logger. Thread-safe. */
  public static final Logger LOG = new RedialLogger();

  private static final long serialVersionUID = 1;

  private RedialLogger() {
    this.name = "redial";
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
    String text = MessageFormatter.basicArrayFormat(pattern, arguments);
    LogSink sink = LogSink.current();
    sink.line(level.toInt(), thrown == null ? text : text + ": " + thrown);
    if (thrown != null && sink.writes(LogSink.DEBUG)) {
      for (StackTraceElement frame : thrown.getStackTrace()) {
        sink.line(level.toInt(), "    at " + frame);
      }
    }
  }

  @Override
  public boolean isTraceEnabled() {
    return LogSink.current().writes(LogSink.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return LogSink.current().writes(LogSink.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return LogSink.current().writes(LogSink.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return LogSink.current().writes(LogSink.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return LogSink.current().writes(LogSink.ERROR);
  }
}
