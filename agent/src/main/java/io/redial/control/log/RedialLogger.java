package io.redial.control.log;

import io.redial.call.ObservedCall;
import io.redial.config.LogLevel;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Writes to the {@link LogSink} in force: of a throwable its type and message, and its stack trace
 * only at level {@code debug}. A {@link ObservedCall} as the last argument names the call that the
 * line is about. It is used directly, because SLF4J's factory would look for providers, and obey
 * the application's {@code slf4j.provider}.
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
      Level slf4j, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
    String text = MessageFormatter.basicArrayFormat(pattern, arguments);
    LogLevel level = LogLevel.valueOf(slf4j.name());
    LogSink sink = LogSink.current();
    Object last = arguments == null ? null : arguments[arguments.length - 1];
    ObservedCall call = last instanceof ObservedCall ? (ObservedCall) last : null;
    sink.line(level, call, thrown == null ? text : text + ": " + thrown);
    if (thrown != null && sink.writes(LogLevel.DEBUG)) {
      for (StackTraceElement frame : thrown.getStackTrace()) {
        sink.line(level, null, "    at " + frame);
      }
    }
  }

  @Override
  public boolean isTraceEnabled() {
    return LogSink.current().writes(LogLevel.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return LogSink.current().writes(LogLevel.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return LogSink.current().writes(LogLevel.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return LogSink.current().writes(LogLevel.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return LogSink.current().writes(LogLevel.ERROR);
  }
}
