package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.ReplayBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * What a producer produces: asked for it again where the client itself can, copied while it is
 * first sent where not (rule 6). One attempt sends at a time; an earlier one gets nothing more.
 */
final class AsyncBody {
  private final HttpAsyncRequestProducer producer;
  private final RepeatableProducer repeated;
  private final Call call;
  private final ReplayBuffer copy;
  private final long announced;
  private final StableControl control = new StableControl();
  private Sender current;
  private Sender producing;
  private int chunks;
  private long copied;
  private boolean engaged;
  private boolean complete;
  private boolean lost;
  private volatile boolean committed;

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

  private synchronized boolean isLost() {
    return lost;
  }

  /** No attempt follows. */
  void over() {
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
    Sender sender;
    synchronized (this) {
      sender = current;
    }
    if (copy != null && (sender.pastCopy || sender.finished)) {
      lose();
    }
  }

  /** Prepares the body for one more attempt, which may send it from now on. */
  Sender sender() {
    return new Sender();
  }

  private void lose() {
    synchronized (this) {
      lost = true;
    }
    if (copy != null) {
      copy.free(); // Whoever sends is past the copy, or it would not have asked the source.
    }
  }

  /** The body in one attempt. */
  final class Sender {
    private int index;
    private ByteBuffer chunk;
    private boolean pastCopy;
    private boolean finished;

    /** The attempt begins. */
    void begin() throws IOException {
      boolean rewind;
      synchronized (AsyncBody.this) {
        current = this;
        rewind = engaged && copy == null;
        engaged &= copy != null;
      }
      if (rewind) {
        repeated.rewind();
      }
    }

    /** Asks the source, unless another attempt still does or takes this one's place. */
    private void engage() throws IOException {
      synchronized (AsyncBody.this) {
        if (current != this || producing != null) {
          throw new IOException("another attempt sends the body");
        }
        engaged = true;
        producing = this;
      }
    }

    private void disengage() {
      synchronized (AsyncBody.this) {
        producing = null;
      }
    }

    void produce(ContentEncoder encoder, IOControl itsControl) throws IOException {
      if (copy != null && !isLost()) {
        if (sendCopy(encoder)) {
          copySource(encoder, itsControl);
        }
        return;
      }
      engage();
      try {
        if (copy == null) {
          repeated.produce(encoder, itsControl);
        } else {
          producer.produceContent(encoder, itsControl);
        }
      } finally {
        disengage();
      }
    }

    /** Sends what was copied; whether the source is to follow now. */
    private boolean sendCopy(ContentEncoder encoder) throws IOException {
      finished = false;
      for (ByteBuffer next = next(); next != null; next = next()) {
        encoder.write(next);
        if (next.hasRemaining()) {
          return false;
        }
        chunk = null;
        index++;
      }
      if (index < chunks) {
        throw new IOException("the call is over"); // And the copy gone.
      }
      pastCopy = true;
      if (committed) {
        lose();
      }
      // An entity may know its length only once it was sent, and the connection then has it all.
      boolean whole = complete || encoder.isCompleted();
      if (whole) {
        finished = true;
        encoder.complete();
      }
      return !whole;
    }

    private ByteBuffer next() {
      if (chunk == null) {
        byte[] bytes = copy.chunk(index);
        chunk = bytes == null ? null : ByteBuffer.wrap(bytes);
      }
      return chunk;
    }

    private void copySource(ContentEncoder encoder, IOControl itsControl) throws IOException {
      engage();
      control.leadTo(itsControl);
      CopyingEncoder copying = new CopyingEncoder(encoder, this);
      boolean intact = false;
      try {
        producer.produceContent(copying, control);
        intact = true;
      } catch (IOException | RuntimeException thrown) {
        if (copying.broken() == null) {
          throw thrown;
        }
      } finally {
        if (!intact) {
          lose(); // What the source had given may be gone.
        }
        disengage();
      }
      if (copying.broken() != null) {
        throw copying.broken();
      }
    }

    /** What the connection took. */
    void took(ByteBuffer bytes) {
      byte[] taken = new byte[bytes.remaining()];
      bytes.get(taken);
      if (copy.append(taken)) {
        index++;
        chunks++;
        copied += taken.length;
      } else {
        lose();
      }
    }

    /** What a broken connection might have taken; false if no retry can need it. */
    boolean keeps(ByteBuffer bytes) {
      if (!isLost() && call.mayRepeat()) {
        took(bytes);
      } else {
        lose();
      }
      return !isLost();
    }

    /** How many of the announced bytes were not copied yet. */
    long missing() {
      return announced < 0 ? Long.MAX_VALUE : announced - copied;
    }

    void completed() {
      complete = true;
      finished = true;
    }

    /** The client is done with the body, or wants to send it once more within the attempt. */
    void reset() throws IOException {
      index = 0;
      pastCopy = false;
      chunk = null;
      boolean asked;
      synchronized (AsyncBody.this) {
        asked = engaged;
        engaged = false;
      }
      if (asked && copy != null && !complete) {
        lose(); // The source starts again, in the midst of what was copied.
      }
      if (asked && copy == null) {
        repeated.reset();
      } else if (asked) {
        producer.resetRequest();
      }
    }
  }
}
