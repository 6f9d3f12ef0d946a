package io.redial.subjects.diff.jdk;

import io.redial.subjects.diff.Journal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;

/** Body handlers of every kind. */
final class Handlers {
  private Handlers() {}

  /** By name; each makes a handler for one call. */
  static Map<String, Function<Journal, BodyHandler<?>>> all() {
    Map<String, Function<Journal, BodyHandler<?>>> all = new LinkedHashMap<>();
    all.put("ofString", journal -> BodyHandlers.ofString());
    all.put("ofString-charset", journal -> BodyHandlers.ofString(StandardCharsets.UTF_16));
    all.put("ofByteArray", journal -> BodyHandlers.ofByteArray());
    all.put("ofLines", journal -> BodyHandlers.ofLines());
    all.put("ofInputStream", journal -> BodyHandlers.ofInputStream());
    all.put("ofPublisher", journal -> BodyHandlers.ofPublisher());
    all.put("ofFile", Handlers::newFile);
    all.put("ofFile-CREATE_NEW-there", Handlers::oldFile);
    all.put("ofFileDownload", Handlers::download);
    all.put("discarding", journal -> BodyHandlers.discarding());
    all.put("replacing", journal -> BodyHandlers.replacing("instead"));
    all.put("buffering", journal -> BodyHandlers.buffering(counting(journal), 700));
    all.put("ofByteArrayConsumer", Handlers::consumer);
    all.put("fromSubscriber", journal -> BodyHandlers.fromSubscriber(new Telling(journal)));
    all.put("fromLineSubscriber", journal -> BodyHandlers.fromLineSubscriber(new Lines(journal)));
    all.put("mapping", Handlers::mapping);
    all.put("custom", Handlers::counting);
    all.put("throws", journal -> fails(journal, new IllegalStateException("no handler")));
    all.put("throws-Error", journal -> fails(journal, new AssertionError("no handler")));
    all.put("gives-null", journal -> info -> asked(journal, null));
    all.put("body-at-once", journal -> each(() -> new AtOnce(new Telling(journal), false)));
    all.put("body-fails", journal -> each(() -> new AtOnce(new Telling(journal), true)));
    all.put("body-null", journal -> each(() -> new NoBody(new Telling(journal))));
    all.put("onSubscribe-throws", journal -> each(() -> failing(journal, "onSubscribe")));
    all.put("onNext-throws", journal -> each(() -> failing(journal, "onNext")));
    all.put("onComplete-throws", journal -> each(() -> failing(journal, "onComplete")));
    all.put("cancels", journal -> each(() -> failing(journal, "cancel")));
    return all;
  }

  private static BodyHandler<String> each(Supplier<BodySubscriber<String>> subscribers) {
    return info -> subscribers.get();
  }

  private static BodyHandler<?> newFile(Journal journal) {
    return inFolder(
        () ->
            BodyHandlers.ofFile(
                journal.folder().resolve("new"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE));
  }

  private static BodyHandler<?> oldFile(Journal journal) {
    return inFolder(
        () ->
            BodyHandlers.ofFile(
                journal.file("old", new byte[3]),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE));
  }

  private static BodyHandler<?> download(Journal journal) {
    return inFolder(
        () ->
            BodyHandlers.ofFileDownload(
                journal.folder(), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
  }

  private interface Making {
    BodyHandler<?> make() throws IOException;
  }

  private static BodyHandler<?> inFolder(Making making) {
    try {
      return making.make();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BodyHandler<Void> consumer(Journal journal) {
    int[] seen = new int[1];
    return BodyHandlers.ofByteArrayConsumer(
        bytes -> {
          if (bytes.isPresent()) {
            seen[0] += bytes.get().length;
          } else {
            journal.event("consumer", "the end after " + seen[0]);
          }
        });
  }

  private static BodyHandler<Integer> mapping(Journal journal) {
    return info ->
        BodySubscribers.mapping(
            BodySubscribers.ofString(StandardCharsets.ISO_8859_1),
            text -> {
              journal.event("mapper", "asked");
              return text.length();
            });
  }

  static BodyHandler<String> counting(Journal journal) {
    return info -> asked(journal, new Whole(new Telling(journal)));
  }

  private static <T> BodySubscriber<T> asked(Journal journal, BodySubscriber<T> subscriber) {
    journal.event("handler", "asked");
    return subscriber;
  }

  private static BodyHandler<String> fails(Journal journal, Throwable thrown) {
    return info -> {
      journal.event("handler", "asked for " + info.statusCode() + " " + info.headers().map());
      if (thrown instanceof Error) {
        throw (Error) thrown;
      }
      throw (RuntimeException) thrown;
    };
  }

  private static BodySubscriber<String> failing(Journal journal, String where) {
    return new Whole(new Telling(journal, where));
  }

  /** Writes down what it is told; what it is told of data only as a sum. */
  static final class Telling implements Flow.Subscriber<List<ByteBuffer>> {
    private final Journal journal;
    private final String failing;
    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<String> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    Telling(Journal journal) {
      this(journal, "");
    }

    Telling(Journal journal, String failing) {
      this.journal = journal;
      this.failing = failing;
    }

    private void fail(String here) {
      if (here.equals(failing)) {
        throw new IllegalArgumentException("no " + here);
      }
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      journal.event("subscriber", "onSubscribe");
      subscription = given;
      fail("onSubscribe");
      given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        text.append(StandardCharsets.ISO_8859_1.decode(buffer));
      }
      fail("onNext");
      if (failing.equals("cancel")) {
        subscription.cancel();
        body.complete("cancelled");
      }
      subscription.request(1);
    }

    @Override
    public void onError(Throwable thrown) {
      journal.thrown("subscriber", thrown);
      body.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
      journal.event("subscriber", "onComplete after " + text.length());
      fail("onComplete");
      body.complete(text.toString());
    }
  }

  /** Hands over the body when it is complete. */
  private static class Whole implements BodySubscriber<String> {
    private final Telling telling;

    Whole(Telling telling) {
      this.telling = telling;
    }

    @Override
    public CompletionStage<String> getBody() {
      return telling.body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      telling.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      telling.onNext(buffers);
    }

    @Override
    public void onError(Throwable thrown) {
      telling.onError(thrown);
    }

    @Override
    public void onComplete() {
      telling.onComplete();
    }
  }

  /** Has its body, or none, before the first byte. */
  private static final class AtOnce extends Whole {
    private final boolean fails;

    AtOnce(Telling telling, boolean fails) {
      super(telling);
      this.fails = fails;
    }

    @Override
    public CompletionStage<String> getBody() {
      return fails
          ? CompletableFuture.failedFuture(new IllegalStateException("no body"))
          : CompletableFuture.completedFuture("at once");
    }
  }

  /** Gives null where a stage is due. */
  private static final class NoBody extends Whole {
    NoBody(Telling telling) {
      super(telling);
    }

    @Override
    public CompletionStage<String> getBody() {
      return null;
    }
  }

  /** A subscriber for lines. */
  private static final class Lines implements Flow.Subscriber<String> {
    private final Journal journal;
    private int lines;

    Lines(Journal journal) {
      this.journal = journal;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      journal.event("lines", "onSubscribe");
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
      lines++;
    }

    @Override
    public void onError(Throwable thrown) {
      journal.thrown("lines", thrown);
    }

    @Override
    public void onComplete() {
      journal.event("lines", "onComplete after " + lines);
    }
  }
}
