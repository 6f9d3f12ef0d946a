package io.redial.cli.report;

import java.util.function.Consumer;

/** Redial's events in a flight recording. Can be read any number of times. */
public interface FlightEvents {

  /**
   * Passes the events to an action one after the other, in no particular order, and keeps none.
   *
   * @throws RecordingException if the recording cannot be read
   */
  void forEach(Consumer<? super FlightEvent> action) throws RecordingException;
}
