package io.redial.client.apache4;

import io.redial.call.Exceptions;
import io.redial.call.RetryOutlook;
import io.redial.kernel.BodyFault;
import io.redial.kernel.ReplayCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.entity.HttpAsyncContentProducer;

/**
 * Sends the request body in one attempt. After an internal fault, the source continues without the
 * copy, and no retry follows (rule 1.4).
 */
final class BodySender extends ReplayCursor {
  private final AsyncBody body;

  /** Whether the source was called during the client's current call. */
  boolean asked;

  /** What the source threw during the client's current call, or null. */
  Throwable applications;

  /** Whether the whole body was sent. */
  boolean finished;

  private boolean resets;
  private CopyingEncoder copying;

  BodySender(AsyncBody body) {
    this.body = body;
  }

  /** Begins the attempt: an earlier one gets no more bytes, and a used producer is rewound. */
  void begin() throws IOException {
    boolean rewind;
    synchronized (body) {
      body.begin(this);
      rewind = body.engaged && !body.copied;
      body.engaged &= body.copied;
    }
    if (rewind) {
      body.repeated.rewind();
    }
  }

  /**
   * Reserves the source for this attempt. Throws if another attempt still uses it or has replaced
   * this one.
   */
  private void engage() throws IOException {
    synchronized (body) {
      if (body.current != this || (body.producing != null && body.producing != this)) {
        throw new IOException("another attempt is sending the body");
      }
      body.engaged = true;
      body.producing = this;
    }
  }

  private void disengage() {
    synchronized (body) {
      body.producing = null;
    }
  }

  void produce(ContentEncoder encoder, IOControl control) throws IOException {
    if (body.copied && !body.failed) {
      if (sendCopy(encoder)) {
        copySource(encoder, control);
      }
      return;
    }
    engage();
    try {
      if (!body.copied) {
        body.repeated.produce(encoder, control, this::ask);
      } else {
        ask(null, encoder, control);
      }
    } finally {
      disengage();
    }
  }

  /** Has the source produce content. From here to the end of the method, only the source throws. */
  void ask(HttpAsyncContentProducer reopened, ContentEncoder encoder, IOControl control)
      throws IOException {
    asked = true;
    try {
      if (reopened != null) {
        reopened.produceContent(encoder, control);
      } else {
        body.producer.produceContent(encoder, control);
      }
    } catch (Throwable thrown) {
      applications = thrown;
      throw thrown;
    }
  }

  /**
   * Continues after an internal fault: from the source and without the copy, so that no retry
   * follows. Throws a {@link BodyFault} if this attempt cannot continue from the source.
   */
  void produceAfterFault(ContentEncoder encoder, IOControl control) throws IOException {
    boolean midst = piece != null && piece.hasRemaining();
    boolean replays = !body.failed && (midst || index < body.pieces);
    boolean fenced;
    synchronized (body) {
      body.failed = true;
      fenced = body.current != this || (body.producing != null && body.producing != this);
      body.producing = fenced ? body.producing : null;
    }
    if (copying != null && copying.broken != null) {
      throw copying.broken;
    }
    if (applications != null) {
      throw Exceptions.sneakyThrow(applications);
    }
    if (asked) {
      return; // What the source gave was sent.
    }
    if (replays || fenced) {
      throw new BodyFault();
    }
    if (body.ended) {
      encoder.complete();
      return;
    }
    body.engaged = true;
    body.control.control = control;
    if (body.repeated != null && body.repeated.again != null) {
      body.repeated.again.produceContent(encoder, control);
    } else {
      body.producer.produceContent(encoder, control);
    }
  }

  /** Sends what was copied; returns whether the source has to follow now. */
  private boolean sendCopy(ContentEncoder encoder) throws IOException {
    finished = false;
    for (ByteBuffer next = body.piece(this); next != null; next = body.piece(this)) {
      encoder.write(next);
      if (next.hasRemaining()) {
        return false;
      }
    }
    if (!pastCopy) {
      throw new IOException("the call has ended"); // The copy was freed.
    }
    if (body.committed) {
      body.lose();
    }
    // An entity may learn its length only while it is sent; the connection then has everything.
    boolean whole = body.ended || encoder.isCompleted();
    if (whole) {
      finished = true;
      encoder.complete();
    }
    return !whole;
  }

  private void copySource(ContentEncoder encoder, IOControl control) throws IOException {
    engage();
    body.control.control = control;
    copying = new CopyingEncoder(encoder, this);
    boolean intact = false;
    try {
      ask(null, copying, body.control);
      intact = true;
    } catch (IOException | RuntimeException thrown) {
      if (copying.broken == null) {
        throw thrown;
      }
    } finally {
      if (!intact) {
        body.lose(); // Some of what the source gave may be lost.
      }
      disengage();
    }
    if (copying.broken != null) {
      throw copying.broken;
    }
  }

  /**
   * Gives up the copy after an internal fault: the body is still sent, but cannot be sent again.
   */
  void drop() {
    body.failed = true;
  }

  /** Copies bytes that the connection has taken. */
  void took(ByteBuffer bytes) {
    if (!body.keep(bytes, this)) {
      body.lose();
    }
  }

  /**
   * Copies bytes that a broken connection may have taken; returns false if no retry can use them.
   */
  boolean keeps(ByteBuffer bytes) {
    if (!body.failed && RetryOutlook.canResend(body.call)) {
      took(bytes);
    } else {
      body.lose();
    }
    return !body.failed;
  }

  /**
   * Returns how many of the announced bytes have not been copied yet; {@link Long#MAX_VALUE} if the
   * length is unknown.
   */
  long missing() {
    return body.announced < 0 ? Long.MAX_VALUE : body.announced - body.bytes;
  }

  void completed() {
    body.ended = true;
    finished = true;
  }

  /**
   * Called by the client when it is done with the body, or to send it again within this attempt.
   */
  void reset() throws IOException {
    rewind();
    synchronized (body) {
      resets = body.engaged;
      body.engaged = false;
    }
    if (resets && body.copied && !body.ended) {
      body.lose(); // The source starts again although not all of it was copied.
    }
    if (resets) {
      resetSource();
    }
  }

  private void resetSource() throws IOException {
    asked = true;
    try {
      if (body.repeated != null && body.repeated.again != null) {
        body.repeated.again.close();
      } else {
        body.producer.resetRequest();
      }
    } catch (Throwable thrown) {
      applications = thrown;
      throw thrown;
    }
  }

  /** Resets the source after {@link #reset} has met an internal fault; no retry follows. */
  void resetAfterFault() throws IOException {
    boolean rewinds = !asked;
    synchronized (body) {
      body.failed = true;
      rewinds &= resets || body.engaged;
      body.engaged = false;
    }
    index = 0;
    piece = null;
    if (rewinds && body.repeated != null && body.repeated.again != null) {
      body.repeated.again.close();
    } else if (rewinds) {
      body.producer.resetRequest();
    }
  }
}
