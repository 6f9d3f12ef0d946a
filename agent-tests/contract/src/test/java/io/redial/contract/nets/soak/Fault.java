package io.redial.contract.nets.soak;

import java.io.IOException;

/**
 * What is done to an attempt.
 *
 * @param name its name in tables and in addresses
 * @param weight how often it is drawn, in proportion to others
 * @param moment when it happens
 * @param play does it
 */
record Fault(String name, int weight, Moment moment, Play play) {
  /** When a fault happens. */
  enum Moment {
    /** As soon as the request line was read; HTTP/1.1 only. */
    REQUEST_LINE,
    /** When the whole head was read. */
    HEAD
  }

  /** Does it. */
  interface Play {
    void play(Exchange exchange) throws IOException;
  }

  static Fault of(String name, int weight, Play play) {
    return new Fault(name, weight, Moment.HEAD, play);
  }

  static Fault atRequestLine(String name, int weight, Play play) {
    return new Fault(name, weight, Moment.REQUEST_LINE, play);
  }
}
