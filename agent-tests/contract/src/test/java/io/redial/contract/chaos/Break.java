package io.redial.contract.chaos;

import io.redial.subjects.chaos.Fault;

/**
 * A fault in the midst of a call.
 *
 * @param entry at which entry of the method during the call, from 1; 0 for each
 */
record Break(Kind kind, String method, Fault fault, int entry) {
  @Override
  public String toString() {
    return kind
        + ", "
        + fault
        + " at "
        + (entry == 0 ? "each entry" : "entry " + entry)
        + " of "
        + method;
  }
}
