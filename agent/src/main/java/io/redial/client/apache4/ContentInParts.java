package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;

/** A response's content that is resumed when its connection breaks, as the attempt sees it. */
interface ContentInParts {
  /** Consumes content that has arrived on the attempt's own connection. */
  void consume(ContentDecoder decoder, IOControl control) throws IOException;

  /**
   * Called when the attempt's own connection has delivered all of its content. Completes the
   * consumer if this was the end of the body; otherwise the attempt stays open.
   */
  void firstCompleted();

  /** Called when the client is done with the attempt while the body is still open. */
  void firstEnded();

  /**
   * Called when the attempt's own connection is lost, or the client ends the attempt for another
   * reason.
   */
  void firstBroke(Exception cut);

  /**
   * Returns whether an exception was thrown by the application's own code, or by the client while
   * that code was reading.
   */
  boolean isApplications(Throwable thrown);

  /**
   * Takes Redial out of the body after an internal fault (rule 1.4); returns what consumes the
   * content of the attempt's own connection from then on.
   */
  ContentAfterFault breakOff(Throwable fault);

  /**
   * Does the same after that connection has ended.
   *
   * @param cut the failure that it ended with, or null
   */
  void rescue(Throwable fault, Exception cut);

  /** Called when the application cancels its future: no further content is wanted. */
  void stop();

  /** Ends what is under way, and the call, after the application has cancelled its future. */
  void abandon();

  /** Releases what the call needed, because the call is over. */
  void finish();
}
