package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.body.DrainBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import java.util.function.Function;
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

  /** Whether the client has its connection back, which may then serve another call. */
  private boolean released;

  /** Whether the whole content was kept. */
  volatile boolean complete;

  /** Whether the rest of the content is not wanted, so that the client drops the connection. */
  volatile boolean dropped;

  KeptContent(HttpResponse response, Call call, HttpContext context) {
    this(
        response,
        call.policy().drainBytes(),
        call.keepsConnection(),
        ClassicBodies.connection(context),
        call::onDrainTimeout);
  }

  /**
   * Creates an empty buffer for the content of a response.
   *
   * @param limit the length in bytes up to which the content can be kept completely
   * @param latest the connection that is known before any content arrives, or null
   * @param timer runs a task when the body takes too long
   */
  KeptContent(
      HttpResponse response,
      int limit,
      boolean keepsConnection,
      Object latest,
      Function<Runnable, Future<?>> timer) {
    this.response = response;
    this.keepsConnection = keepsConnection;
    this.kept = new DrainBuffer(limit);
    HttpEntity entity = response.getEntity();
    this.tooLong = entity != null && entity.getContentLength() > limit;
    this.patience = timer.apply(() -> disconnect(latest));
  }

  /**
   * Drops the response's own connection if it is known, because a context may be shared with calls
   * of other threads.
   */
  private synchronized void disconnect(Object ofContext) {
    if (connection != null) {
      shutDown();
    } else if (!released) {
      ClassicBodies.shutDown(
          ofContext); // Nothing has arrived, so this is the only one that is known.
    }
  }

  /** Reads content that has arrived. */
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

  /**
   * Shuts the connection down, unless the client has it back. What was kept still counts if it is
   * known to be complete.
   */
  synchronized void shutDown() {
    IOControl own = connection;
    if (own != null && !released) {
      try {
        own.shutdown();
      } catch (IOException | RuntimeException alreadyGone) {
        // The connection is gone, as intended.
      }
    }
  }

  /**
   * Called when the body has ended and the client is about to give the connection back. Closes a
   * connection that must not be used again (rule 8.3).
   */
  synchronized void complete() {
    patience.cancel(false);
    complete = !tooLong && !dropped;
    if (!keepsConnection && connection instanceof HttpConnection) {
      try {
        ((HttpConnection) connection).close();
      } catch (IOException | RuntimeException alreadyGone) {
        // The connection is gone, as intended.
      }
    }
    released = true;
  }

  byte[] bytes() {
    return kept.bytes();
  }
}
