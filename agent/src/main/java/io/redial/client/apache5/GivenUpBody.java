package io.redial.client.apache5;

import io.redial.call.Call;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;

/**
 * The body of a given-up response: kept up to {@code drain}, and then discarded (rule 8). Used by
 * one thread at a time.
 */
final class GivenUpBody {
  private final Call call;
  private final Runnable drop;
  private final Runnable fence;
  private final BooleanSupplier isAlone;
  private final boolean releasesEarly;
  private KeptResponse kept;
  private FutureCallback<Object> result;
  private boolean dropsConnection;

  /**
   * The number of body bytes after which the connection is dropped; -1 if it is not dropped before
   * the body's end.
   */
  private long dropsAfter = -1;

  private Future<?> patience;

  /**
   * Prepares for the body of a response, if there is one to give up on.
   *
   * @param drop ends the attempt with its connection
   * @param fence ends the sending of the request
   * @param isAlone whether the exchange has its connection to itself
   * @param releasesEarly whether the client gives the connection back before it reports the end of
   *     the response
   */
  GivenUpBody(
      Call call, Runnable drop, Runnable fence, BooleanSupplier isAlone, boolean releasesEarly) {
    this.call = call;
    this.drop = drop;
    this.fence = fence;
    this.isAlone = isAlone;
    this.releasesEarly = releasesEarly;
  }

  /** Begins to keep a response. Returns whether it is complete because it has no body. */
  boolean begin(KeptResponse response, EntityDetails entity, FutureCallback<Object> callback)
      throws IOException {
    kept = response;
    result = callback;
    dropsConnection = !call.keepsConnection() && isAlone.getAsBoolean();
    if (dropsConnection && releasesEarly) {
      // At the body's end it would be too late, so a body of unknown length is not awaited.
      long length = entity == null ? 0 : entity.getContentLength();
      dropsAfter = length < 0 || length > call.policy().drainBytes() ? 0 : length;
      if (length == 0) {
        kept.complete(null);
      }
    } else if (entity == null) {
      kept.complete(null);
    }
    boolean dropsNow = dropsConnection && (entity == null || dropsAfter == 0);
    if (entity != null && !dropsNow) {
      // Cancelling can run the application's callbacks, which must not hold up the timer.
      patience = call.onDrainTimeout(() -> call.timer().start(drop));
    }
    // Last, because the application cannot use a response whose request was cut off.
    fence.run();
    if (dropsNow) {
      throw new GivenUpException();
    }
    return entity == null;
  }

  /**
   * Keeps a part of the body. Over HTTP/2, the part that is too long to keep is read and discarded
   * until the drain timeout: ending a stream early can end its connection, which other calls use
   * (rule 1.5).
   */
  void keep(ByteBuffer bytes) throws GivenUpException {
    if (kept == null || (!kept.body.offer(bytes) && isAlone.getAsBoolean())) {
      throw new GivenUpException();
    }
    if (kept.body.size == dropsAfter) {
      patience.cancel(false);
      kept.complete(null);
      throw new GivenUpException();
    }
  }

  /** Ends the attempt, because the body is complete. */
  void end(List<? extends Header> trailers) throws IOException {
    patience.cancel(false);
    IOException stop = null;
    boolean drops = dropsConnection && !releasesEarly;
    try {
      kept.complete(trailers);
      stop = drops ? new GivenUpException() : null;
    } catch (Throwable fault) {
      stop = drops ? new ConnectionClosedException("given up on") : null;
      tell(fault);
    }
    if (stop != null) {
      throw stop;
    }
    result.completed(null);
  }

  /** Ends the attempt if {@link #end} failed to do so. */
  void endAfterFault() throws IOException {
    patience.cancel(false);
    if (dropsConnection && !releasesEarly) {
      throw new ConnectionClosedException("given up on");
    }
    result.completed(null);
  }

  /** Stops the drain timeout, because the response goes to the application after all. */
  void stop() {
    if (patience != null) {
      patience.cancel(false);
    }
  }

  void tell(Throwable fault) {
    try {
      call.fault("HttpClient 5 response", fault);
    } catch (Throwable another) {
      // The exchange continues without the log line.
    }
  }
}
