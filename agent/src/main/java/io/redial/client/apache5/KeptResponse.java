package io.redial.client.apache5;

import java.io.ByteArrayOutputStream;
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

/** A response that was given up on, with as much of its body as is kept (rule 8). */
final class KeptResponse {
  private final HttpResponse response;
  private final EntityDetails entity;
  private final HttpContext context;
  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private List<? extends Header> trailers;
  private volatile boolean complete;

  /** A fault of ours lost some of it. */
  volatile boolean broken;

  KeptResponse(HttpResponse response, EntityDetails entity, HttpContext context, int most) {
    this.response = response;
    this.entity = entity;
    this.context = context;
    this.most = most;
  }

  /** Keeps a piece of the body; false if that is more than is kept. */
  boolean add(ByteBuffer piece) {
    if (bytes.size() > most) {
      piece.position(piece.limit());
      return false;
    }
    byte[] copied = new byte[piece.remaining()];
    piece.get(copied);
    bytes.write(copied, 0, copied.length);
    return bytes.size() <= most;
  }

  /** The body came to its end. */
  void complete(List<? extends Header> last) {
    trailers = last;
    complete = !broken && bytes.size() <= most;
  }

  boolean isComplete() {
    return complete;
  }

  /** Gives it to the application's consumer as the client would have done. */
  <T> void replayTo(AsyncResponseConsumer<T> consumer, FutureCallback<T> callback)
      throws HttpException, IOException {
    consumer.consumeResponse(response, entity, context, callback);
    if (entity == null) {
      return;
    }
    consumer.updateCapacity(increment -> {});
    if (bytes.size() > 0) {
      consumer.consume(ByteBuffer.wrap(bytes.toByteArray()));
    }
    consumer.streamEnd(trailers);
  }
}
