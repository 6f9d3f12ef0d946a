package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.ReplayBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.entity.FileEntity;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * What a producer produces: asked for it again where the client itself can, copied while it is
 * first sent where not (rule 6). One attempt sends at a time; an earlier one gets nothing more.
 */
final class AsyncBody {
  private final HttpAsyncRequestProducer producer;
  private final ReplayBuffer copy;
  private final FileStamp file;
  private final StableControl control = new StableControl();
  private Sender current;
  private boolean engaged;
  private boolean complete;
  private boolean lost;
  private volatile boolean committed;
  private volatile boolean over;

  private AsyncBody(HttpAsyncRequestProducer producer, ReplayBuffer copy, FileStamp file) {
    this.producer = producer;
    this.copy = copy;
    this.file = file;
  }

  static AsyncBody of(HttpAsyncRequestProducer producer, HttpRequest request, Call call) {
    HttpEntity entity =
        request instanceof HttpEntityEnclosingRequest
            ? ((HttpEntityEnclosingRequest) request).getEntity()
            : null;
    HttpEntity source = entity == null ? null : BodySource.innermost(entity);
    if (producer.isRepeatable() && !(source instanceof EntityTemplate)) {
      Object file = BodySource.file(producer);
      if (file == null && source != null) {
        file = BodySource.file(source);
      }
      FileStamp stamp = FileStamp.of(file);
      if (stamp != null || !(source instanceof FileEntity)) {
        return new AsyncBody(producer, null, stamp);
      }
    }
    return new AsyncBody(producer, call.newReplayBuffer(), null);
  }

  /** Whether one more attempt can send the same bytes. */
  synchronized boolean repeatable() {
    return !lost && (file == null || file.isUnchanged());
  }

  /** No attempt follows. */
  void over() {
    over = true; // Before the copy goes, the loss of which is not the body's end.
    if (copy != null) {
      copy.free();
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
    private boolean brokenConnection;

    /** The attempt begins. */
    void begin() throws IOException {
      boolean rewind;
      synchronized (AsyncBody.this) {
        current = this;
        rewind = engaged && copy == null;
        engaged &= copy != null;
      }
      if (rewind) {
        producer.resetRequest();
      }
    }

    private boolean isCurrent() {
      synchronized (AsyncBody.this) {
        return current == this;
      }
    }

    void produce(ContentEncoder encoder, IOControl itsControl) throws IOException {
      if (!isCurrent()) {
        throw new IOException("a new attempt takes this one's place");
      }
      if (copy == null || !repeatable()) {
        engage();
        producer.produceContent(encoder, itsControl);
        return;
      }
      finished = false;
      for (ByteBuffer next = next(); next != null; next = next()) {
        encoder.write(next);
        if (next.hasRemaining()) {
          return;
        }
        chunk = null;
        index++;
      }
      if (over && !pastCopy) {
        throw new IOException("the call is over");
      }
      pastCopy = true;
      if (committed) {
        lose();
      }
      if (complete) {
        finished = true;
        encoder.complete();
        return;
      }
      engage();
      control.leadTo(itsControl);
      try {
        producer.produceContent(new CopyingEncoder(encoder, this), control);
      } catch (IOException | RuntimeException thrown) {
        if (!brokenConnection) {
          lose(); // It was the source, which a next attempt needs.
        }
        throw thrown;
      }
    }

    private ByteBuffer next() {
      if (chunk == null) {
        byte[] bytes = copy.chunk(index);
        chunk = bytes == null ? null : ByteBuffer.wrap(bytes);
      }
      return chunk;
    }

    private void engage() {
      synchronized (AsyncBody.this) {
        engaged = true;
      }
    }

    /** What the connection took. */
    void took(ByteBuffer bytes) {
      byte[] taken = new byte[bytes.remaining()];
      bytes.get(taken);
      if (copy.append(taken)) {
        index++;
      } else {
        lose();
      }
    }

    void connectionBroke() {
      brokenConnection = true;
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
      if (asked) {
        producer.resetRequest();
      }
    }
  }
}
