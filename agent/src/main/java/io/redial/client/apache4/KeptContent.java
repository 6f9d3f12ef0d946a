package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.body.DrainBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import org.apache.http.HttpConnection;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.protocol.HttpContext;

/**
 * The content of a response that is given up on, read as it arrives up to {@code drain}, so that
 * its connection can be used again, and kept in case it is delivered after all (rule 8).
 */
final class KeptContent {
  final HttpResponse response;
  private final boolean keepsConnection;
  private final DrainBuffer kept;
  private final Future<?> patience;
  private volatile IOControl connection;
  private boolean tooLong;

  /** Whether all of it was kept. */
  volatile boolean complete;

  /** Whether nothing more is wanted of it, so that the client drops the connection. */
  volatile boolean dropped;

  KeptContent(HttpResponse response, Call call, HttpContext context) {
    this.response = response;
    this.keepsConnection = call.keepsConnection();
    int limit = call.policy().drainBytes();
    this.kept = new DrainBuffer(limit);
    HttpEntity entity = response.getEntity();
    this.tooLong = entity != null && entity.getContentLength() > limit;
    Object latest = KeptBody.connection(context);
    this.patience = call.onDrainTimeout(() -> disconnect(latest));
  }

  /** Drops the response's own connection: a context may be shared with calls of other threads. */
  private void disconnect(Object ofContext) {
    if (connection == null) {
      KeptBody.shutDown(ofContext); // Nothing has arrived, so this is the only one that is known.
    } else {
      shutDown();
    }
  }

  /** Takes what has arrived. */
  void read(ContentDecoder decoder, IOControl control) throws IOException {
    connection = control;
    ByteBuffer piece = ByteBuffer.allocate(4096);
    while (!tooLong && decoder.read(piece) > 0) {
      piece.flip();
      tooLong = !kept.offer(piece);
      piece.clear();
    }
    if (tooLong) {
      dropped = true;
      patience.cancel(false);
    }
  }

  /** Closes its connection. What was kept still counts if it is known to be complete. */
  void shutDown() {
    IOControl own = connection;
    if (own != null) {
      try {
        own.shutdown();
      } catch (IOException | RuntimeException alreadyGone) {
        // Which is what was wanted.
      }
    }
  }

  /** The body is complete; the client is about to give the connection back. */
  void complete() {
    patience.cancel(false);
    complete = !tooLong && !dropped;
    if (!keepsConnection && connection instanceof HttpConnection) {
      try {
        ((HttpConnection) connection).close();
      } catch (IOException | RuntimeException alreadyGone) {
        // Which is what was wanted.
      }
    }
  }

  byte[] bytes() {
    return kept.bytes();
  }
}
