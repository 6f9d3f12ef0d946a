package io.redial.client.apache5;

import io.redial.body.ResponseClock;
import io.redial.call.Call;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** A response that is given up on, with as much of its body as is kept (rule 8). */
final class DrainedResponse<T> {
  final Call call;
  final HttpResponse response;
  final EntityDetails entity;
  final HttpContext context;
  final PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> body;

  /** Whether its connection is dropped instead of given back to the pool (rule 8.3). */
  private final boolean drops;

  /** Whether it is dropped before the client learns of the body's end. */
  private final boolean dropsEarly;

  /**
   * Creates a response.
   *
   * @param isAlone whether the exchange has its connection to itself
   * @param releasesEarly whether the client gives the connection back before it reports the end of
   *     the response, so that it would be too late then
   */
  DrainedResponse(
      Call call,
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      boolean isAlone,
      boolean releasesEarly) {
    this.call = call;
    this.response = response;
    this.entity = entity;
    this.context = context;
    this.body = ResponseBody.of(call);
    this.drops = isAlone && !call.keepsConnection();
    this.dropsEarly = drops && releasesEarly;
  }

  /**
   * Begins to drain the body.
   *
   * @param drop ends the exchange
   */
  ResponseSignals<CapacityChannel> drain(Runnable drop) {
    int most = call.policy().drainBytes();
    long last = dropsEarly && length() > 0 ? length() : -1;
    ResponseSignals<CapacityChannel> signals = body.drain(most, last, null, null, response);
    if (entity == null || (dropsEarly && length() == 0)) {
      signals.end();
    } else if (dropsNow()) {
      body.drainedTooLong();
    } else {
      signals.endsBy(drop);
      ResponseClock.drains(call, body);
    }
    return signals;
  }

  private long length() {
    return entity == null ? 0 : entity.getContentLength();
  }

  /** Returns whether the exchange is to be ended at once. A body of unknown length may be long. */
  boolean dropsNow() {
    long length = length();
    boolean isAwaited = length > 0 && length <= call.policy().drainBytes();
    return drops && (entity == null || (dropsEarly && !isAwaited));
  }

  /** Returns whether the exchange is to be ended when the body has come to its end. */
  boolean dropsAtEnd() {
    return drops && !dropsEarly;
  }
}
