package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.body.ReplayableBody;
import java.io.IOException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * What a producer produces: asked for it again where the client itself can, copied while it is
 * first sent where not (rule 6). One attempt sends at a time; an earlier one gets nothing more.
 */
final class AsyncBody extends ReplayableBody {
  final HttpAsyncRequestProducer producer;
  final RepeatableProducer repeated;
  final Call call;

  /** Whether the body is copied; if not, the client repeats it itself. */
  final boolean copied;

  /** The body's length, or -1. */
  final long announced;

  final StableControl control = new StableControl();

  /** What the source is being asked by. */
  BodySender producing;

  /** How many bytes were copied. */
  long bytes;

  /** Whether the source has begun, and is not to begin anew yet. */
  boolean engaged;

  private AsyncBody(
      HttpAsyncRequestProducer producer,
      HttpEntity entity,
      RepeatableProducer repeated,
      Call call) {
    super(repeated == null ? call.newReplayBuffer() : null);
    this.producer = producer;
    this.call = call;
    this.repeated = repeated;
    this.copied = repeated == null;
    this.announced = entity == null || entity.isChunked() ? -1 : entity.getContentLength();
  }

  static AsyncBody of(HttpAsyncRequestProducer producer, HttpRequest request, Call call) {
    HttpEntity entity =
        request instanceof HttpEntityEnclosingRequest
            ? ((HttpEntityEnclosingRequest) request).getEntity()
            : null;
    return new AsyncBody(producer, entity, RepeatableProducer.of(producer, entity), call);
  }

  @Override
  public synchronized boolean repeatable() {
    // One that timed out may still wait for the source.
    return super.repeatable() && producing == null && (repeated == null || repeated.isUnchanged());
  }

  /** No attempt follows. */
  void finish() {
    if (copied) {
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
  @Override
  public synchronized void commit() {
    committed = true;
    BodySender sender = (BodySender) current;
    if (copied && (sender.pastCopy || sender.finished)) {
      lose();
    }
  }

  /** Copies what the connection took; false if that does not fit. */
  boolean keep(byte[] taken, BodySender by) {
    boolean kept = append(taken, by);
    bytes += kept ? taken.length : 0;
    return kept;
  }

  /** Prepares the body for one more attempt, which may send it from now on. */
  BodySender sender() {
    return new BodySender(this);
  }

  /** The copy is of no use any more. */
  void lose() {
    failed = true;
    if (copied) {
      copy.free(); // Whoever sends is past the copy, or it would not have asked the source.
    }
  }
}
