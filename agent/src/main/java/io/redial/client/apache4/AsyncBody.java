package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.body.ReplayableBody;
import java.io.IOException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * The body of an asynchronous call (rule 6). A producer that the client itself can repeat produces
 * it again for each attempt; any other body is copied while it is first sent. One attempt sends at
 * a time; an earlier one gets nothing more.
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

  /** The attempt for which the source is producing right now, or null. */
  BodySender producing;

  /** How many bytes were copied. */
  long bytes;

  /** Whether the source has begun to produce and was not reset since. */
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
    // An attempt that timed out may still be inside the source.
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
      // The file was only read, so nothing is lost.
    }
  }

  /** The application gets the response's head: the copy is freed once the attempt has read it. */
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
