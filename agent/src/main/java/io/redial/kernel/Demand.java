package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * How much of a body its consumer has asked for and not got yet, and how much of that the client
 * was asked for. Guarded by its {@link PushedBody}.
 */
public final class Demand {

  /** What a client counts. */
  public enum Unit {
    /** Pieces, as Reactive Streams do. */
    ITEMS,
    /** Bytes, of which some may be sent before any is asked for: a capacity. */
    BYTES,
    /** Nothing: input is on or off. */
    SWITCH
  }

  private static final long ALL = Long.MAX_VALUE;

  private final Unit unit;
  private final long window;
  private long open;
  private long asked;

  /**
   * Nothing is asked for yet.
   *
   * @param window how much each response may bring before it is asked for
   */
  Demand(Unit unit, long window) {
    this.unit = unit;
    this.window = window;
    this.open = window;
    this.asked = window;
  }

  /** Returns that of a client whose input is on. */
  static Demand on() {
    return new Demand(Unit.SWITCH, ALL);
  }

  /**
   * Whether bytes are counted: the client brings some before it can be asked for any, and the
   * consumer takes whatever comes.
   */
  boolean isCapacity() {
    return unit == Unit.BYTES;
  }

  /** Adds what the consumer asks for; false if that is not allowed. A switch is on, or off by 0. */
  boolean add(long units) {
    if (unit == Unit.SWITCH) {
      open = units > 0 ? ALL : 0;
      return true;
    }
    open = open + Math.max(0, units) < open ? ALL : open + Math.max(0, units);
    return units > 0;
  }

  /** Whether the consumer takes another piece now. */
  boolean isOpen() {
    return open > 0 || isCapacity();
  }

  /** Counts what the consumer gets now. */
  void give(List<ByteBuffer> piece) {
    open -= open == ALL ? 0 : cost(piece);
  }

  /** Counts what the client has brought. */
  void arrived(List<ByteBuffer> piece) {
    asked -= asked == ALL ? 0 : isCapacity() ? cost(piece) : Math.min(asked, cost(piece));
  }

  /**
   * Called when a client that counts bytes has used up its window, however large that was. What the
   * consumer was given beyond what it has asked for, from the windows of other connections, no
   * longer counts.
   */
  void exhausted() {
    open = open == ALL ? ALL : Math.max(0, open - asked);
    asked = 0;
  }

  /** Returns what the client is to be asked for now. */
  long owed() {
    return open == ALL ? ALL - Math.max(0, asked) : Math.max(0, open - asked);
  }

  /** Returns one unit, or 0 if some are asked for already, whatever the consumer has asked for. */
  long owedOne() {
    return asked > 0 ? 0 : 1;
  }

  /** Counts what the client is asked for; 0 if it is told to stop. */
  void ask(long units) {
    asked = units == 0 ? 0 : asked + units < asked ? ALL : asked + units;
  }

  /**
   * Whether the client has to be told to stop.
   *
   * @param isStalled whether the consumer reads nothing at the moment
   */
  boolean pauses(boolean isStalled) {
    return unit == Unit.SWITCH && (open == 0 || isStalled) && asked > 0;
  }

  /** Begins again with another response. */
  void anew() {
    asked = window;
  }

  private long cost(List<ByteBuffer> piece) {
    return unit == Unit.ITEMS ? 1 : unit == Unit.SWITCH ? 0 : BufferedBytes.count(piece);
  }
}
