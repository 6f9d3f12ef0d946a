package io.redial.client.apache5;

import io.redial.call.body.DrainBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;

/** A given-up response, with as much of its body as is kept (rule 8). */
final class KeptResponse {
  private final HttpResponse response;
  private final EntityDetails entity;
  private final HttpContext context;
  final DrainBuffer body;
  private List<? extends Header> trailers;

  KeptResponse(HttpResponse response, EntityDetails entity, HttpContext context, int most) {
    this.response = response;
    this.entity = entity;
    this.context = context;
    this.body = new DrainBuffer(most);
  }

  /** Notes that the body came to its end. */
  void complete(List<? extends Header> last) {
    trailers = last;
    body.complete();
  }

  /** Delivers the response to the application's consumer, as the client would have done. */
  <T> void replayTo(AsyncResponseConsumer<T> consumer, FutureCallback<T> callback)
      throws HttpException, IOException {
    consumer.consumeResponse(response, entity, context, callback);
    if (entity == null) {
      return;
    }
    consumer.updateCapacity(increment -> {});
    if (body.size > 0) {
      consumer.consume(ByteBuffer.wrap(body.bytes()));
    }
    consumer.streamEnd(trailers);
  }
}
