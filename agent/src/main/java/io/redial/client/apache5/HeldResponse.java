package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.FirstByte;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A response that the application's consumer gets only with the first byte of its body, or with the
 * body's end (rule 10.6). Used by one thread at a time.
 */
final class HeldResponse {
  final HttpResponse response;
  final EntityDetails entity;
  final HttpContext context;
  final FutureCallback<Object> callback;

  /**
   * Whether the application's consumer was given the response, or is being given it at this moment.
   */
  boolean isTold;

  /**
   * The channel through which the consumer can grant more than the connection's initial window;
   * null until the client provides it. Up to the first byte that window is open, so that nothing
   * need be granted.
   */
  CapacityChannel capacity;

  private HeldResponse(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback) {
    this.response = response;
    this.entity = entity;
    this.context = context;
    this.callback = callback;
  }

  /** Returns null if the application gets the response at once. */
  static HeldResponse of(
      Attempt attempt,
      Redirects redirects,
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback) {
    if (entity == null
        || !attempt.call().policy().commitsAtFirstByte()
        || !FirstByte.isAwaited(
            attempt, response.getCode(), entity.getContentLength(), redirects.followed())) {
      return null;
    }
    return new HeldResponse(response, entity, context, callback);
  }
}
