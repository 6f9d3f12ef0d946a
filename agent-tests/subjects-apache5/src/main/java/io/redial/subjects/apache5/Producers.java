package io.redial.subjects.apache5;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.redial.subjects.Order;
import io.redial.subjects.UploadFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.StreamChannel;
import org.apache.hc.core5.http.nio.entity.AbstractBinAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.entity.DigestingEntityProducer;
import org.apache.hc.core5.http.nio.entity.FileEntityProducer;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.classic.AbstractClassicEntityProducer;
import org.apache.hc.core5.reactive.ReactiveEntityProducer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The kinds of producers that the client's library has, some of which say that they repeat. */
final class Producers {
  /** Its threads' names show which of them are still busy. */
  static final ExecutorService WRITERS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "body-writer");
            thread.setDaemon(true);
            return thread;
          });

  private static final ContentType TYPE = ContentType.APPLICATION_OCTET_STREAM;
  private static final ContentType TEXT = ContentType.create("text/plain", ISO_8859_1);

  private Producers() {}

  /** The kind that an order names with "producer". */
  static AsyncEntityProducer of(Order order, UploadFile file) throws IOException {
    byte[] bytes = order.bodyBytes();
    switch (order.get("producer", "")) {
      case "classic":
        return new Classic(bytes);
      case "binary":
        return new Binary(bytes, false);
      case "repeatable-binary":
        return new Binary(bytes, true);
      case "text":
        return text(bytes);
      case "text-with-trailers":
        return AsyncEntityProducers.withTrailers(text(bytes), new BasicHeader("X-End", "end"));
      case "digesting-text":
        return new DigestingEntityProducer("SHA-256", text(bytes));
      case "gzip-text":
        return gzip(text(bytes));
      case "file-with-trailers":
        return AsyncEntityProducers.create(
            file.path().toFile(), TYPE, new BasicHeader("X-End", "end"));
      case "reactive":
        return new ReactiveEntityProducer(s -> s.onSubscribe(new Feed(bytes, s)), -1, TYPE, null);
      case "chunked-file":
        return new FileEntityProducer(file.path().toFile(), 8192, TYPE, true);
      default:
        throw new IllegalArgumentException(order.get("producer", ""));
    }
  }

  private static AsyncEntityProducer text(byte[] bytes) {
    return new StringAsyncEntityProducer(new String(bytes, ISO_8859_1), TEXT);
  }

  /** Of 5.6 and newer. */
  private static AsyncEntityProducer gzip(AsyncEntityProducer body) {
    try {
      return Class.forName("org.apache.hc.client5.http.async.methods.DeflatingGzipEntityProducer")
          .asSubclass(AsyncEntityProducer.class)
          .getConstructor(AsyncEntityProducer.class)
          .newInstance(body);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Written to a blocking stream by a thread of its own. */
  private static final class Classic extends AbstractClassicEntityProducer {
    private final byte[] bytes;

    Classic(byte[] bytes) {
      super(4096, TYPE, WRITERS);
      this.bytes = bytes;
    }

    @Override
    protected void produceData(ContentType type, OutputStream out) throws IOException {
      for (int at = 0; at < bytes.length; at += 1500) {
        out.write(bytes, at, Math.min(1500, bytes.length - at));
      }
      out.close();
    }
  }

  /** Gathers small pieces in a buffer of its own. */
  private static final class Binary extends AbstractBinAsyncEntityProducer {
    private final ByteBuffer bytes;
    private final boolean repeatable;

    Binary(byte[] bytes, boolean repeatable) {
      super(2048, TYPE);
      this.bytes = ByteBuffer.wrap(bytes);
      this.repeatable = repeatable;
    }

    @Override
    protected int availableData() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void produceData(StreamChannel<ByteBuffer> channel) throws IOException {
      while (bytes.hasRemaining()) {
        ByteBuffer piece = bytes.duplicate();
        piece.limit(Math.min(bytes.limit(), bytes.position() + 5000));
        int written = channel.write(piece);
        bytes.position(piece.position());
        if (written == 0) {
          return;
        }
      }
      channel.endStream();
    }

    @Override
    public boolean isRepeatable() {
      return repeatable;
    }

    @Override
    public void releaseResources() {
      if (repeatable) {
        bytes.rewind();
      }
      super.releaseResources();
    }

    @Override
    public void failed(Exception cause) {}
  }

  /** Publishes pieces from a thread of its own as they are asked for. */
  private static final class Feed implements Subscription {
    private final byte[] bytes;
    private final Subscriber<? super ByteBuffer> subscriber;
    private int at;
    private long wanted;
    private boolean busy;
    private boolean done;

    Feed(byte[] bytes, Subscriber<? super ByteBuffer> subscriber) {
      this.bytes = bytes;
      this.subscriber = subscriber;
    }

    @Override
    public synchronized void request(long count) {
      wanted += count;
      if (!busy) {
        busy = true;
        WRITERS.execute(this::publish);
      }
    }

    private void publish() {
      while (isWanted()) {
        if (at == bytes.length) {
          cancel();
          subscriber.onComplete();
        } else {
          int count = Math.min(7000, bytes.length - at);
          ByteBuffer piece = ByteBuffer.wrap(bytes, at, count).slice();
          at += count;
          subscriber.onNext(piece);
        }
      }
    }

    private synchronized boolean isWanted() {
      busy = wanted > 0 && !done;
      if (busy) {
        wanted--;
      }
      return busy;
    }

    @Override
    public synchronized void cancel() {
      done = true;
    }
  }
}
