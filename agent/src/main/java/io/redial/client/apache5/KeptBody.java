package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.call.body.DrainBuffer;
import java.util.concurrent.Future;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;

/**
 * The body of a response that is given up on: read up to {@code drain} bytes, which gives the
 * connection back to the pool, and kept until the next attempt (rule 8). What is longer or slower
 * ends the connection.
 */
final class KeptBody {
  private final HttpEntity entity;
  private final DrainBuffer kept;

  private KeptBody(HttpEntity entity, DrainBuffer kept) {
    this.entity = entity;
    this.kept = kept;
  }

  /** What was kept, or null if not all of it was; either way no connection is held any more. */
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

  /** Drops the connection of a response of which no more is wanted. */
  static void release(ClassicHttpResponse response, ClassicAttempt attempt) {
    // Before anything is closed, because closing a body reads what is left of it.
    attempt.drop();
    try {
      response.close();
    } catch (Throwable ignored) {
      // The connection is gone already.
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
