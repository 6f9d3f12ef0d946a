package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.kernel.ReplayableBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * The request body of an asynchronous call (rule 6). A producer that the client itself can repeat
 * produces it again for each attempt; any other body is copied while it is first sent. Only one
 * attempt sends at a time; an earlier one gets no more bytes.
 */
final class AsyncBody extends ReplayableBody {
  final HttpAsyncRequestProducer producer;
  final RepeatableProducer repeated;
  final Call call;

  /** Whether the body is copied; if not, the client repeats it itself. */
  final boolean copied;

  /** The length of the body in bytes; -1 if it is unknown or the body is chunked. */
  final long announced;

  final StableControl control = new StableControl();

  /** The attempt for which the source is producing right now, or null. */
  BodySender producing;

  /** The number of bytes copied. */
  long bytes;

  /** Whether the source has begun to produce and has not been reset since. */
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

  /** Releases the copy or the reopened file, because no attempt follows. */
  void finish() {
    if (copied) {
      free();
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

  /**
   * Commits the body, because the application gets the response's head. The copy is freed once the
   * attempt has read it.
   */
  @Override
  public synchronized void commit() {
    committed = true;
    BodySender sender = (BodySender) current;
    if (copied && (sender.pastCopy || sender.finished)) {
      lose();
    }
  }

  /** Copies bytes that the connection has taken; returns false if they do not fit. */
  boolean keep(ByteBuffer taken, BodySender by) {
    boolean kept = append(taken, by);
    bytes += kept ? taken.remaining() : 0;
    return kept;
  }

  /** Returns a sender for one more attempt. It may send once it has begun. */
  BodySender sender() {
    return new BodySender(this);
  }

  /**
   * Frees the copy, which is incomplete or no longer needed: no further attempt can send the body.
   */
  void lose() {
    failed = true;
    if (copied) {
      free(); // The sender is past the copy, or it would not have asked the source.
    }
  }
}
