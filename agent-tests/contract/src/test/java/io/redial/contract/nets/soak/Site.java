package io.redial.contract.nets.soak;

/** The servers of one run. */
interface Site extends AutoCloseable {
  /**
   * Joined by commas: a server without TLS, one with it, and one that nothing fails on but what a
   * program breaks by itself.
   */
  String urls();

  /** What the servers saw. */
  Ledger ledger();

  /** How many connections were open when the program said that word. */
  int connections(String mark);

  @Override
  void close();
}
