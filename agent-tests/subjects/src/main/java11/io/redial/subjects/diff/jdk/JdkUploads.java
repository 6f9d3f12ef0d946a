package io.redial.subjects.diff.jdk;

import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Uploads;
import io.redial.subjects.diff.Uploads.Upload;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

/** Uploads from every kind of publisher. */
public final class JdkUploads implements Family {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private interface Making {
    BodyPublisher of(Upload upload) throws Exception;
  }

  @Override
  public Cases cases() {
    Cases cases = new Cases("jdk");
    Uploads uploads = new Uploads(cases);
    add(uploads, "ofByteArray", upload -> BodyPublishers.ofByteArray(upload.body));
    add(uploads, "ofString", upload -> BodyPublishers.ofString(upload.text()));
    add(uploads, "ofByteArrays", upload -> BodyPublishers.ofByteArrays(halves(upload.body)));
    add(uploads, "ofFile", upload -> BodyPublishers.ofFile(upload.journal.file("b", upload.body)));
    add(uploads, "ofInputStream", upload -> BodyPublishers.ofInputStream(upload::stream));
    add(uploads, "ofInputStream-same", JdkUploads::sameStream);
    add(uploads, "own-1k", upload -> new Slices(upload.body, 1024, true));
    add(uploads, "own-100k", upload -> new Slices(upload.body, 100_000, false));
    add(
        uploads,
        "fromPublisher",
        upload -> BodyPublishers.fromPublisher(new Slices(upload.body, 5000, false)));
    add(uploads, "submission", upload -> BodyPublishers.fromPublisher(submission(upload.body)));
    return cases;
  }

  private static void add(Uploads uploads, String kind, Making making) {
    uploads.add(
        kind,
        upload -> {
          HttpRequest request = request(upload, making.of(upload));
          return CLIENT.send(request, BodyHandlers.ofString()).statusCode();
        });
    uploads.add(
        kind + "-async",
        upload -> {
          HttpRequest request = request(upload, making.of(upload));
          HttpResponse<String> response =
              CLIENT.sendAsync(request, BodyHandlers.ofString()).get(25, TimeUnit.SECONDS);
          return response.statusCode();
        });
  }

  private static HttpRequest request(Upload upload, BodyPublisher publisher) {
    return HttpRequest.newBuilder(URI.create(upload.url))
        .method(upload.method, publisher)
        .timeout(java.time.Duration.ofSeconds(20))
        .build();
  }

  private static List<byte[]> halves(byte[] body) {
    int half = body.length / 2;
    return Arrays.asList(Arrays.copyOf(body, half), Arrays.copyOfRange(body, half, body.length));
  }

  /** The second one who asks gets what is left. */
  private static BodyPublisher sameStream(Upload upload) {
    InputStream stream = upload.stream();
    return BodyPublishers.ofInputStream(() -> stream);
  }

  /** Gives from a thread of its own. */
  private static Flow.Publisher<ByteBuffer> submission(byte[] body) {
    return subscriber -> {
      SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>();
      publisher.subscribe(subscriber);
      Thread thread =
          new Thread(
              () -> {
                for (int from = 0; from < body.length && publisher.hasSubscribers(); from += 8192) {
                  publisher.submit(
                      ByteBuffer.wrap(body, from, Math.min(8192, body.length - from)).slice());
                }
                publisher.close();
              },
              "submitting");
      thread.setDaemon(true);
      thread.start();
    };
  }

  /** A publisher of an application's own, in slices of some size. */
  private static final class Slices implements BodyPublisher {
    private final byte[] body;
    private final int slice;
    private final boolean knownLength;

    Slices(byte[] body, int slice, boolean knownLength) {
      this.body = body;
      this.slice = slice;
      this.knownLength = knownLength;
    }

    @Override
    public long contentLength() {
      return knownLength ? body.length : -1;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      subscriber.onSubscribe(new Slicing(subscriber));
    }

    private final class Slicing implements Flow.Subscription {
      private final Flow.Subscriber<? super ByteBuffer> subscriber;
      private int from;
      private long demand;
      private boolean giving;
      private boolean over;

      Slicing(Flow.Subscriber<? super ByteBuffer> subscriber) {
        this.subscriber = subscriber;
      }

      @Override
      public void request(long n) {
        synchronized (this) {
          demand = Math.min(demand + Math.min(n, 1L << 40), 1L << 50);
          if (giving) {
            return;
          }
          giving = true;
        }
        while (giveNext()) {
          // One at a time; a request from onNext only adds to the demand.
        }
      }

      private boolean giveNext() {
        ByteBuffer next;
        synchronized (this) {
          if (over || (demand == 0 && from < body.length)) {
            giving = false;
            return false;
          }
          if (from == body.length) {
            over = true;
            next = null;
          } else {
            demand--;
            next = ByteBuffer.wrap(body, from, Math.min(slice, body.length - from)).slice();
            from += next.remaining();
          }
        }
        if (next == null) {
          subscriber.onComplete();
        } else {
          subscriber.onNext(next);
        }
        return true;
      }

      @Override
      public synchronized void cancel() {
        over = true;
      }
    }
  }
}
