package io.redial.client.apache5;

/** Asks for what is missing of a body that has broken off. */
interface RestOfBody {

  /** What is done about one cut. */
  interface Source {
    /** Begins; the body may learn at once that it does not go on. */
    void begin();

    /** The body is no longer wanted: ends the wait, or what is on the wire. Thread-safe. */
    void abort();
  }

  /**
   * Prepares what is done about a cut.
   *
   * @param cut what broke the body off
   */
  Source after(Exception cut, ResumableBody<?> body);
}
