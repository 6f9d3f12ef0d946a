package io.redial.client.apache5;

/** Requests what is missing of a body that has broken off. */
interface ResumedBody {

  /** The source of the body after one cut. */
  interface Source {
    /** Begins to request the rest. The body may learn at once that it is not resumed. */
    void begin();

    /**
     * Ends the wait or the exchange under way, because the body is no longer wanted. Thread-safe.
     */
    void abort();
  }

  /**
   * Prepares the source that follows a cut.
   *
   * @param cut what broke the body off
   */
  Source after(Exception cut, ResumableBody<?> body);
}
