package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.protocol.HttpContext;

/** A response's content after a fault of Redial's (rule 1.4), as the attempt sees it. */
interface ContentAfterFault {
  /** There is content on the attempt's own connection. */
  void consume(ContentDecoder decoder, IOControl control) throws IOException;

  /**
   * The attempt's own connection has brought all of the body. The consumer is told, unless it has
   * yet to read some of it: the attempt is open then.
   */
  void completed(HttpContext context);

  /** Asks the consumer on another thread to read what there is. */
  void deliverLater();
}
