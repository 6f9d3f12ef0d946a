package io.redial.kernel;

/** Where internal faults are reported. Thread-safe. */
public interface FaultLog {

  /** Where nothing is reported, because there is no call to report it for, or it is expected. */
  FaultLog NONE = (where, fault) -> {};

  /**
   * Logs an internal fault, once for each kind.
   *
   * @param where what Redial was doing, in the words of a log line
   */
  void fault(String where, Throwable fault);
}
