package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.ReplayBuffer;
import java.io.IOException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * What a producer produces: asked for it again where the client itself can, copied while it is
 * first sent where not (rule 6). One attempt sends at a time; an earlier one gets nothing more.
 */
final class AsyncBody {
  final HttpAsyncRequestProducer producer;
  final RepeatableProducer repeated;
  final Call call;
  final ReplayBuffer copy;

  /** The body's length, or -1. */
  final long announced;

  final StableControl control = new StableControl();

  /** What may send now, and what the source is being asked by. */
  BodySender current;

  BodySender producing;

  /** How much was copied. */
  int chunks;

  long copied;

  /** Whether the source has begun, and is not to begin anew yet. */
  boolean engaged;

  /** Whether the source has given all. */
  volatile boolean complete;

  /** Whether the copy is of no use any more; what is left of the body goes past it. */
  volatile boolean lost;

  /** Whether the application was given a head. */
  volatile boolean committed;

  private AsyncBody(HttpAsyncRequestProducer producer, HttpEntity entity, Call call) {
    this.producer = producer;
    this.call = call;
    this.repeated = RepeatableProducer.of(producer, entity);
    this.copy = repeated == null ? call.newReplayBuffer() : null;
    this.announced = entity == null || entity.isChunked() ? -1 : entity.getContentLength();
  }

  static AsyncBody of(HttpAsyncRequestProducer producer, HttpRequest request, Call call) {
    HttpEntity entity =
        request instanceof HttpEntityEnclosingRequest
            ? ((HttpEntityEnclosingRequest) request).getEntity()
            : null;
    return new AsyncBody(producer, entity, call);
  }

  /** Whether one more attempt can send the same bytes. */
  synchronized boolean repeatable() {
    // One that timed out may still wait for the source.
    return !lost && producing == null && (repeated == null || repeated.isUnchanged());
  }

  /** No attempt follows. */
  void finish() {
    if (copy != null) {
      copy.free();
    } else {
      closeReopened();
    }
  }

  private void closeReopened() {
    try {
      repeated.close();
    } catch (IOException thrown) {
      // Of a file that was only read.
    }
  }

  /** The application is given a head: the copy goes, once the attempt is done with it. */
  void commit() {
    committed = true;
    BodySender sender;
    synchronized (this) {
      sender = current;
    }
    if (copy != null && (sender.pastCopy || sender.finished)) {
      lose();
    }
  }

  /** Prepares the body for one more attempt, which may send it from now on. */
  BodySender sender() {
    return new BodySender(this);
  }

  /** The copy is of no use any more. */
  void lose() {
    lost = true;
    if (copy != null) {
      copy.free(); // Whoever sends is past the copy, or it would not have asked the source.
    }
  }
}
