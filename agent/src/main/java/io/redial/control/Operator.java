package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.call.Wait;
import io.redial.config.Option;
import io.redial.control.log.LogSink;
import java.util.Map;

/** Carries out what {@link RedialMXBean} offers. */
final class Operator implements RedialMXBean {
  private static final String BY = " by an operator (JMX)";

  private final RetryEngine engine;
  private final RetryLog log;

  Operator(RetryEngine engine, RetryLog log) {
    this.engine = engine;
    this.log = log;
  }

  @Override
  public String getVersion() {
    return StartLine.version();
  }

  @Override
  public String getService() {
    String service = engine.configuration().current().settings().service();
    return service == null ? "" : service;
  }

  @Override
  public boolean isEnabled() {
    return "true".equals(engine.configuration().current().value(Option.ENABLED).text());
  }

  @Override
  public void setEnabled(boolean enabled) {
    boolean before = isEnabled();
    engine.configuration().setEnabled(enabled);
    int ended = engine.optionsChanged();
    if (enabled != before) {
      String waits = enabled ? "" : ": " + waits(ended) + " ended";
      LogSink.current().line(LogSink.INFO, "switched " + (enabled ? "on" : "off") + BY + waits);
    }
  }

  @Override
  public Map<String, Long> getRetries() {
    return log.retries().byReason();
  }

  @Override
  public Map<String, Long> getRefusals() {
    return log.refusals().byReason();
  }

  @Override
  public Map<String, Map<String, Long>> getRetriesByHost() {
    return log.retries().byHost();
  }

  @Override
  public Map<String, Map<String, Long>> getRefusalsByHost() {
    return log.refusals().byHost();
  }

  @Override
  public int getWaiting() {
    return engine.room().waits().size();
  }

  @Override
  public long getReplayBufferBytes() {
    return engine.replayMemory().held();
  }

  @Override
  public int retryNow(String host) {
    return end(host, Wait.End.HURRIED);
  }

  @Override
  public int cancelWaiting(String host) {
    return end(host, Wait.End.STOPPED);
  }

  private int end(String host, Wait.End how) {
    if (host == null || host.isEmpty()) {
      throw new IllegalArgumentException(
          "no host given; allowed: scheme://host:port as in RetriesByHost, or * for all");
    }
    int ended = 0;
    for (Wait wait : engine.room().waits()) {
      if ((host.equals("*") || host.equals(wait.call().hostName())) && wait.end(how)) {
        ended++;
      }
    }
    String what = how == Wait.End.HURRIED ? "sent now" : "cancelled";
    LogSink.current().line(LogSink.INFO, waits(ended) + " for " + host + " " + what + BY);
    return ended;
  }

  private static String waits(int count) {
    return count + (count == 1 ? " wait" : " waits");
  }
}
