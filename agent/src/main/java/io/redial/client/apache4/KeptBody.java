package io.redial.client.apache4;

import io.redial.call.Call;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;
import org.apache.http.HttpConnection;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.conn.ConnectionReleaseTrigger;
import org.apache.http.protocol.HttpContext;

/**
 * The body of a response that is given up on: read up to {@code drain}, so that the connection goes
 * back to its pool before the wait, and kept in case the response is returned after all (rule 8).
 */
final class KeptBody {
  private static final String CONNECTION = "http.connection";

  private final byte[] bytes;
  private final boolean complete;

  private KeptBody(byte[] bytes, boolean complete) {
    this.bytes = bytes;
    this.complete = complete;
  }

  /** Reads it and releases the connection. Never throws: the body is discarded (rule 2.2). */
  static KeptBody of(HttpResponse response, HttpContext context, Call call) {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new KeptBody(null, true);
    }
    int limit = call.policy().drainBytes();
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    boolean complete = false;
    if (entity.getContentLength() <= limit) {
      Future<?> patience = call.onDrainTimeout(() -> disconnect(response, context, call));
      try {
        complete = read(entity, limit, kept);
      } catch (Throwable brokenOff) { // An Error, too, of a decoder that lacks its library.
        complete = false;
      } finally {
        patience.cancel(false);
      }
    }
    if (!complete) {
      drop(response, context, call);
    }
    return new KeptBody(kept.toByteArray(), complete);
  }

  /** False if there is more. Closing the stream at its end gives the connection back. */
  private static boolean read(HttpEntity entity, int limit, ByteArrayOutputStream kept)
      throws IOException {
    InputStream content = entity.getContent();
    if (content == null) {
      return true;
    }
    byte[] buffer = new byte[4096];
    while (true) {
      int count = content.read(buffer);
      if (count < 0) {
        content.close();
        return true;
      }
      if (kept.size() + count > limit) {
        return false;
      }
      kept.write(buffer, 0, count);
    }
  }

  /** Closes a connection that cannot be reused. */
  static void drop(HttpResponse response, HttpContext context, Call call) {
    // First the connection, because closing a stream reads what is left of it.
    disconnect(response, context, call);
    try {
      HttpEntity entity = response.getEntity();
      if (entity != null && entity.isStreaming()) {
        entity.getContent().close();
      }
    } catch (Throwable expected) {
      // The connection is shut down.
    }
    try {
      if (response instanceof Closeable) {
        ((Closeable) response).close();
      }
    } catch (Throwable expected) {
      // Likewise.
    }
  }

  /** Drops the response's own connection: a context may be shared with calls of other threads. */
  static void disconnect(HttpResponse response, HttpContext context, Call call) {
    try {
      if (response.getEntity() instanceof ConnectionReleaseTrigger) {
        ((ConnectionReleaseTrigger) response.getEntity()).abortConnection();
      } else if (response instanceof Closeable && !Closing.isOldClient(call.client())) {
        ((Closeable) response).close(); // That of an old client would read to the end first.
      } else {
        shutDown(connection(context));
      }
    } catch (Throwable alreadyGone) {
      // Which is what was wanted.
    }
  }

  /** The connection of the attempt under way. */
  static Object connection(HttpContext context) {
    return context.getAttribute(CONNECTION);
  }

  static void shutDown(Object connection) {
    if (connection instanceof HttpConnection) {
      try {
        ((HttpConnection) connection).shutdown();
      } catch (Throwable alreadyGone) {
        // Which is what was wanted.
      }
    }
  }

  /** Whether all of it was kept. */
  boolean isComplete() {
    return complete;
  }

  /** Makes the response, whose connection is gone, whole again. */
  void giveTo(HttpResponse response) {
    if (bytes != null) {
      response.setEntity(new KeptEntity(response.getEntity(), bytes));
    }
  }
}
