package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;

/** A response's content that goes on when its connection breaks, as the attempt sees it. */
interface ContentInParts {
  /** There is content on the attempt's own connection. */
  void consume(ContentDecoder decoder, IOControl control) throws IOException;

  /** The attempt's own connection is gone, or the client ends the attempt for another reason. */
  void firstBroke(Exception cut);

  /** The application cancels its future: nothing more is wanted. */
  void stop();

  /** It has done so: what is under way ends, and the call. */
  void abandon();

  /** The call is over. */
  void finish();
}
