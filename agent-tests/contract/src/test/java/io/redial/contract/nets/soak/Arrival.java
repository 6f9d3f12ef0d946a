package io.redial.contract.nets.soak;

import io.redial.subjects.load.server.Connection;
import java.util.concurrent.TimeUnit;

/** One attempt of a call, as it reached a server. */
final class Arrival {
  static final String BROKEN_CONNECTION = "a broken connection";

  private final String fault;
  private final Connection connection;
  private final int stream;
  private final boolean hurried;
  private final long at = System.nanoTime();
  private final boolean late;
  private volatile long askedAt;
  private volatile long hint = -1;
  private volatile boolean gateway;
  private volatile boolean vetoed;
  private volatile boolean refused;
  private volatile boolean successful;

  /**
   * An attempt.
   *
   * @param hurried whether the client may give it up before its answer comes, by a timeout of the
   *     request's or by an option that only an agent knows
   */
  Arrival(String fault, Connection connection, int stream, boolean hurried) {
    this.hurried = hurried;
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

  /** The head of a success begins, which the application may be given. */
  void succeed() {
    successful = true;
  }

  /** Whether the application may have been given some of its answer. */
  boolean isSuccessful() {
    return successful;
  }

  /** Whether its whole answer was one of another status than 200. */
  boolean isRefusal() {
    return Statuses.has(fault) || fault.matches("early-(503|413)");
  }

  long at() {
    return at;
  }

  boolean isConnectionBroken() {
    return connection.isBroken();
  }

  /** Whether the client ended the connection, and the server gave no reason for it. */
  boolean isConnectionLeft() {
    return connection.isLeft() && !connection.isBroken();
  }

  /**
   * Whether the client need not have seen the answer. A connection of HTTP/2 is the client's to
   * end, too, which a fault of one stream makes it do to all of them. Of HTTP/1.1 it is not: a
   * client that ends it has seen the head that it gives up on.
   */
  boolean isUnseenBy(long nanos) {
    return hurried || (stream > 0 && connection.isLeftAt(nanos));
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

  @Override
  public String toString() {
    return fault
        + " on connection "
        + Integer.toHexString(System.identityHashCode(connection))
        + (connection.isBroken() ? ", broken" : "")
        + (connection.isLeft() ? ", left" : "");
  }
}
