package io.redial.cli;

import java.util.function.Consumer;

/** Redial's events in a flight recording. Can be read any number of times. */
interface FlightEvents {

  /**
   * Passes the events to an action one after the other, in no particular order, and keeps none.
   *
   * @throws CommandException if the recording cannot be read
   */
  void forEach(Consumer<? super FlightEvent> action) throws CommandException;
}
