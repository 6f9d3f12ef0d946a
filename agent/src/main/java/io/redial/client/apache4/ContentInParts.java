package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;

/** A response's content that goes on when its connection breaks, as the attempt sees it. */
interface ContentInParts {
  /** There is content on the attempt's own connection. */
  void consume(ContentDecoder decoder, IOControl control) throws IOException;

  /**
   * The attempt's own connection has brought all that it was to bring. The consumer is told if this
   * was the end of the body; otherwise the attempt is open.
   */
  void firstCompleted();

  /** The client is done with the attempt, and the body is open. */
  void firstEnded();

  /** The attempt's own connection is gone, or the client ends the attempt for another reason. */
  void firstBroke(Exception cut);

  /** Whether it is the application's own code that has thrown this, or the client. */
  boolean isApplications(Throwable thrown);

  /** Redial has failed: what the body becomes on the attempt's own connection (rule 1.4). */
  ContentAfterFault breakOff(Throwable fault);

  /** The same when that has ended, with a failure or with null. */
  void rescue(Throwable fault, Exception cut);

  /** The application cancels its future: nothing more is wanted. */
  void stop();

  /** It has done so: what is under way ends, and the call. */
  void abandon();

  /** The call is over. */
  void finish();
}
