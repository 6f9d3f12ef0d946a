package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.call.body.DrainBuffer;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;

/**
 * The body of a given-up response. Up to {@code drain} bytes are read, which gives the connection
 * back to its pool, and kept until the next attempt (rule 8). A body that is longer or slower ends
 * the connection.
 */
final class KeptBody {
  private final HttpEntity entity;
  private final DrainBuffer kept;

  private KeptBody(HttpEntity entity, DrainBuffer kept) {
    this.entity = entity;
    this.kept = kept;
  }

  /**
   * Reads the body. Returns null if not all of it was kept. No connection is held afterwards in
   * either case.
   */
  static KeptBody read(ClassicHttpResponse response, ClassicAttempt attempt) {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new KeptBody(null, null);
    }
    Call call = attempt.call();
    DrainBuffer kept = new DrainBuffer(call.policy().drainBytes());
    Future<?> patience = call.onDrainTimeout(attempt::drop);
    try {
      kept.readFrom(entity.getContent());
    } catch (Throwable ignored) {
      // The body is discarded, so how it broke off does not matter (rule 2.2).
    } finally {
      patience.cancel(false);
    }
    if (!kept.isComplete()) {
      release(response, attempt);
      return null;
    }
    return new KeptBody(entity, kept);
  }

  /** Drops the connection of a response that is not needed any more. */
  static void release(ClassicHttpResponse response, ClassicAttempt attempt) {
    // The connection is dropped first, because closing a body reads what is left of it.
    try {
      attempt.drop();
    } catch (Throwable fault) {
      discard(attempt);
    }
    try {
      response.close();
    } catch (Throwable ignored) {
      // The connection is gone already.
    }
  }

  /** Drops the connection directly, because {@link ClassicAttempt#drop} may be what failed. */
  static void discard(ClassicAttempt attempt) {
    ExecRuntime inUse = attempt.runtime;
    if (inUse != null) {
      inUse.discardEndpoint();
    }
  }

  /** Makes the response complete again. */
  boolean restoreTo(ClassicHttpResponse response) {
    if (entity != null) {
      response.setEntity(new KeptEntity(entity, kept.bytes()));
    }
    return true;
  }
}
