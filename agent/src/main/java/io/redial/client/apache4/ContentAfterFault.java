package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.protocol.HttpContext;

/** A response's content after an internal fault (rule 1.4), as the attempt sees it. */
interface ContentAfterFault {
  /** Consumes content that has arrived on the attempt's own connection. */
  void consume(ContentDecoder decoder, IOControl control) throws IOException;

  /**
   * Called when the attempt's own connection has delivered all of the body. Completes the consumer,
   * unless it has yet to read some of the body: the attempt then stays open.
   */
  void completed(HttpContext context);

  /** Offers what is left to the consumer, on another thread. */
  void deliverLater();
}
