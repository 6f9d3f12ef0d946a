package io.redial.client.jdk;

import io.redial.call.body.DrainBuffer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * What was kept of a body, and how it ended, if it did. Guarded by the {@link KeptBody} it is of.
 */
final class KeptPieces {
  final DrainBuffer bytes;
  final int limit;
  boolean complete;
  Throwable broken;

  KeptPieces(int limit) {
    this.limit = limit;
    this.bytes = new DrainBuffer(limit);
  }

  /**
   * The announced length of a body that has its connection to itself; -1 for any other: of HTTP/2 a
   * connection belongs to others, too, and of a chunked body the end shows too late.
   */
  static long lengthOnItsOwnConnection(ResponseInfo info) {
    return info.version() == HttpClient.Version.HTTP_1_1
        ? info.headers().firstValueAsLong("Content-Length").orElse(-1)
        : -1;
  }

  void add(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      bytes.keep(buffer);
    }
  }

  /** Gives a subscriber what was kept, and that there is no more of it. */
  KeptSubscription allTo(BodySubscriber<?> subscriber) {
    if (!complete && broken == null) {
      broken = new IOException("the rest of the response was discarded");
    }
    return to(subscriber, null, 0);
  }

  /**
   * Gives a subscriber what was kept, and then what still comes.
   *
   * @param asked for how many further pieces the client was asked already
   */
  KeptSubscription to(BodySubscriber<?> subscriber, Subscription rest, long asked) {
    KeptSubscription subscription = new KeptSubscription(subscriber, pieces(), rest, asked);
    if (complete) {
      subscription.complete();
    } else if (broken != null) {
      subscription.fail(broken);
    }
    return subscription;
  }

  private List<ByteBuffer> pieces() {
    return bytes.size == 0 ? List.of() : List.of(ByteBuffer.wrap(bytes.bytes()).asReadOnlyBuffer());
  }

  /** Ends one body as the other one ends. */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the other.
  static <T> void relay(CompletionStage<T> from, CompletableFuture<T> to) {
    from.handle(
            (value, thrown) ->
                thrown == null ? to.complete(value) : to.completeExceptionally(thrown))
        .exceptionally(to::completeExceptionally);
  }
}
