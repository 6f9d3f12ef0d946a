package io.redial.contract.nets.soak;

import io.redial.subjects.load.server.Connection;
import java.util.concurrent.TimeUnit;

/** One attempt of a call, as it reached a server. */
final class Arrival {
  static final String BROKEN_CONNECTION = "a broken connection";

  private final String fault;
  private final Connection connection;
  private final int stream;
  private final long at = System.nanoTime();
  private final boolean late;
  private volatile long askedAt;
  private volatile long hint = -1;
  private volatile boolean gateway;
  private volatile boolean vetoed;
  private volatile boolean refused;

  Arrival(String fault, Connection connection, int stream) {
    this.fault = fault;
    this.connection = connection;
    this.stream = stream;
    late = connection.isBroken();
  }

  String fault() {
    return fault;
  }

  /**
   * What a client may have failed at: what was done to this attempt or, on a connection that was
   * broken by another, that.
   */
  String cause() {
    return late || (stream > 0 && connection.isBroken()) ? BROKEN_CONNECTION : fault;
  }

  long at() {
    return at;
  }

  boolean isConnectionBroken() {
    return connection.isBroken();
  }

  /** The server asks for another attempt, by an answer that it sends now. */
  void ask(int seconds, boolean speaksForAnother) {
    askedAt = System.nanoTime();
    hint = TimeUnit.SECONDS.toNanos(seconds);
    gateway = speaksForAnother;
  }

  /** The server asks that no further attempt be made. */
  void veto() {
    vetoed = true;
  }

  /** The server did not process it, and said so. */
  void refuse() {
    refused = true;
  }

  boolean isVetoed() {
    return vetoed;
  }

  /** Whether a request that is not idempotent may come again. */
  boolean mayComeAgain() {
    return (hint >= 0 && !gateway) || refused || stream > connection.lastStream();
  }

  /** Whether something arrives sooner than this attempt's answer asked for. */
  boolean isTooSoon(Arrival next) {
    return hint >= 0 && next.at - askedAt < hint;
  }
}
