package io.redial.client.apache5;

import io.redial.call.Call;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
  private final byte[] bytes;

  private KeptBody(HttpEntity entity, byte[] bytes) {
    this.entity = entity;
    this.bytes = bytes;
  }

  /** What was kept, or null if not all of it was; either way no connection is held any more. */
  static KeptBody read(ClassicHttpResponse response, ClassicAttempt attempt) {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new KeptBody(null, null);
    }
    Call call = attempt.call();
    Future<?> patience = call.onDrainTimeout(attempt::drop);
    byte[] bytes = null;
    try {
      bytes = readUpTo(call.policy().drainBytes(), entity.getContent());
    } catch (Throwable ignored) {
      // The body is discarded, so how it broke off does not matter (rule 2.2).
    } finally {
      patience.cancel(false);
    }
    if (bytes == null) {
      release(response, attempt);
      return null;
    }
    return new KeptBody(entity, bytes);
  }

  private static byte[] readUpTo(int most, InputStream in) throws IOException {
    if (in == null) {
      return new byte[0];
    }
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] buffer = new byte[4096];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      read.write(buffer, 0, count);
      if (read.size() > most) {
        return null;
      }
    }
    in.close();
    return read.toByteArray();
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
      response.setEntity(new KeptEntity(entity, bytes));
    }
    return true;
  }
}
