package io.redial.subjects.diff.jdk;

import io.redial.subjects.diff.Answers;
import io.redial.subjects.diff.Journal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

/** Body publishers of every kind, right and wrong. */
final class Publishers {
  private static final byte[] BYTES = Answers.text(30_000).getBytes(StandardCharsets.ISO_8859_1);

  private Publishers() {}

  /** Makes a publisher for one call. */
  interface Making {
    BodyPublisher make(Journal journal) throws Exception;
  }

  /** By name. */
  static Map<String, Making> all() {
    Map<String, Making> all = new LinkedHashMap<>();
    all.put("noBody", journal -> BodyPublishers.noBody());
    all.put("ofString", journal -> BodyPublishers.ofString("some text"));
    all.put("ofString-empty", journal -> BodyPublishers.ofString(""));
    all.put("ofByteArray", journal -> BodyPublishers.ofByteArray(BYTES, 5, 20_000));
    all.put("ofByteArrays", Publishers::arrays);
    all.put("ofFile", journal -> BodyPublishers.ofFile(journal.file("body", BYTES)));
    all.put("ofInputStream", journal -> stream(journal, () -> new ByteArrayInputStream(BYTES)));
    all.put("ofInputStream-null", journal -> stream(journal, () -> null));
    all.put("ofInputStream-throws", journal -> stream(journal, Publishers::noStream));
    all.put("ofInputStream-breaks", journal -> stream(journal, Breaking::new));
    all.put("fromPublisher", journal -> BodyPublishers.fromPublisher(new Own(journal, -1, "")));
    all.put(
        "fromPublisher-length",
        journal -> BodyPublishers.fromPublisher(new Own(journal, 0, ""), BYTES.length));
    all.put("own", journal -> new Own(journal, BYTES.length, ""));
    all.put("own-unknown", journal -> new Own(journal, -1, ""));
    all.put("own-too-short", journal -> new Own(journal, BYTES.length + 10, ""));
    all.put("own-too-long", journal -> new Own(journal, BYTES.length - 10, ""));
    all.put("own-length-0", journal -> new Own(journal, 0, ""));
    all.put("own-subscribe-throws", journal -> new Own(journal, -1, "subscribe"));
    all.put("own-request-throws", journal -> new Own(journal, -1, "request"));
    all.put("own-onError", journal -> new Own(journal, -1, "onError"));
    all.put("own-null-buffer", journal -> new Own(journal, -1, "null"));
    all.put("own-empty-buffers", journal -> new Own(journal, -1, "empty"));
    all.put("own-length-throws", journal -> new Own(journal, -1, "length"));
    return all;
  }

  private static BodyPublisher arrays(Journal journal) {
    Iterable<byte[]> arrays =
        () -> {
          journal.note("arrays", "asked");
          return Arrays.asList(new byte[10], BYTES, new byte[0]).iterator();
        };
    return BodyPublishers.ofByteArrays(arrays);
  }

  private static BodyPublisher stream(Journal journal, Supplier<InputStream> supplier) {
    return BodyPublishers.ofInputStream(
        () -> {
          journal.event("supplier", "asked");
          return supplier.get();
        });
  }

  private static InputStream noStream() {
    throw new IllegalStateException("no stream");
  }

  /** Gives some bytes and then fails. */
  private static final class Breaking extends InputStream {
    private int given;

    @Override
    public int read() throws IOException {
      if (given++ > 20_000) {
        throw new IOException("the source broke");
      }
      return 'x';
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      if (most == 0) {
        return 0;
      }
      into[from] = (byte) read();
      return 1;
    }
  }

  /** An application's own. */
  private static final class Own implements BodyPublisher {
    private final Journal journal;
    private final long length;
    private final String failing;

    Own(Journal journal, long length, String failing) {
      this.journal = journal;
      this.length = length;
      this.failing = failing;
    }

    @Override
    public long contentLength() {
      if (failing.equals("length")) {
        throw new IllegalStateException("no length");
      }
      return length;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      journal.event("publisher", "subscribe");
      if (failing.equals("subscribe")) {
        throw new IllegalStateException("no subscribe");
      }
      subscriber.onSubscribe(new Giving(subscriber));
    }

    private final class Giving implements Flow.Subscription {
      private final Flow.Subscriber<? super ByteBuffer> subscriber;
      private final List<ByteBuffer> pieces;
      private int next;
      private boolean over;
      private boolean giving;
      private long demand;

      Giving(Flow.Subscriber<? super ByteBuffer> subscriber) {
        this.subscriber = subscriber;
        int third = BYTES.length / 3;
        this.pieces =
            Arrays.asList(
                ByteBuffer.wrap(BYTES, 0, third).slice(),
                ByteBuffer.wrap(BYTES, third, third).slice(),
                ByteBuffer.wrap(BYTES, 2 * third, BYTES.length - 2 * third).slice());
      }

      @Override
      public void request(long n) {
        demand += n;
        if (giving) {
          return;
        }
        giving = true;
        while (!over && demand > 0) {
          demand--;
          give();
        }
        giving = false;
      }

      private void give() {
        if (next == pieces.size()) {
          over = true;
          subscriber.onComplete();
          return;
        }
        if (next == 1) {
          oddity();
        }
        if (!over) {
          subscriber.onNext(pieces.get(next++));
        }
      }

      private void oddity() {
        switch (failing) {
          case "request":
            throw new IllegalStateException("no request");
          case "onError":
            over = true;
            subscriber.onError(new IOException("the publisher broke"));
            break;
          case "null":
            subscriber.onNext(null);
            break;
          case "empty":
            subscriber.onNext(ByteBuffer.allocate(0));
            break;
          default:
            break;
        }
      }

      @Override
      public void cancel() {
        // Whether it comes before the end depends on the moment.
        over = true;
      }
    }
  }
}
