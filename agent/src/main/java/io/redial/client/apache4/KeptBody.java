package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.body.DrainBuffer;
import java.io.Closeable;
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

  private final HttpEntity entity;
  private final DrainBuffer kept;

  private KeptBody(HttpEntity entity, DrainBuffer kept) {
    this.entity = entity;
    this.kept = kept;
  }

  /**
   * Reads the body and releases the connection. Failures are ignored, because the body is discarded
   * (rule 2.2).
   */
  static KeptBody of(HttpResponse response, HttpContext context, Call call) {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new KeptBody(null, null);
    }
    int limit = call.policy().drainBytes();
    DrainBuffer kept = new DrainBuffer(limit);
    if (entity.getContentLength() <= limit) {
      Future<?> patience = call.onDrainTimeout(() -> disconnect(response, context, call));
      try {
        kept.readFrom(entity.getContent());
      } catch (Throwable brokenOff) { // This includes Errors: a decoder may lack its library.
        kept.broken = true;
      } finally {
        patience.cancel(false);
      }
    }
    if (!kept.isComplete()) {
      drop(response, context, call);
    }
    return new KeptBody(entity, kept);
  }

  /** Closes a connection that cannot be reused. */
  static void drop(HttpResponse response, HttpContext context, Call call) {
    // The connection is closed first, because closing a stream reads what is left of it.
    try {
      disconnect(response, context, call);
    } catch (Throwable fault) {
      abort(response);
    }
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

  /**
   * Drops the response's own connection if it can, because a context may be shared with calls of
   * other threads.
   */
  static void disconnect(HttpResponse response, HttpContext context, Call call) {
    try {
      if (response.getEntity() instanceof ConnectionReleaseTrigger) {
        ((ConnectionReleaseTrigger) response.getEntity()).abortConnection();
      } else if (response instanceof Closeable && !Closing.isOldClient(call.client())) {
        ((Closeable) response).close(); // In old clients, this reads the stream to its end.
      } else {
        shutDown(connection(context));
      }
    } catch (Throwable alreadyGone) {
      // The connection is gone, as intended.
    }
  }

  /** Drops the connection without calling a method that may be the one that failed. */
  static void abort(HttpResponse response) {
    try {
      HttpEntity entity = response.getEntity();
      if (entity instanceof ConnectionReleaseTrigger) {
        ((ConnectionReleaseTrigger) entity).abortConnection();
      } else if (response instanceof Closeable) {
        ((Closeable) response).close();
      }
    } catch (Throwable alreadyGone) {
      // The connection is gone, as intended.
    }
  }

  /** Returns the connection of the current attempt, as the context shows it. */
  static Object connection(HttpContext context) {
    return context.getAttribute(CONNECTION);
  }

  static void shutDown(Object connection) {
    if (connection instanceof HttpConnection) {
      try {
        ((HttpConnection) connection).shutdown();
      } catch (Throwable alreadyGone) {
        // The connection is gone, as intended.
      }
    }
  }

  /** Returns whether the whole body was kept. */
  boolean isComplete() {
    return entity == null || kept.isComplete();
  }

  /** Gives the kept body back to the response, whose connection is gone. */
  void giveTo(HttpResponse response) {
    if (entity != null) {
      response.setEntity(new KeptEntity(response.getEntity(), kept.bytes()));
    }
  }
}
