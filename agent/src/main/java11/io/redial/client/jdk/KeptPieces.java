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

/** What was kept of a body, and how the body ended, if it did. Guarded by its {@link KeptBody}. */
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
   * Returns the announced length of a body that does not share its connection; -1 for any other
   * body. An HTTP/2 connection is shared, and the end of a chunked body is recognised too late.
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

  /**
   * Returns a subscription that delivers what was kept, and then the end.
   *
   * @param body the body that the subscriber makes
   */
  KeptSubscription allTo(BodySubscriber<?> subscriber, CompletableFuture<?> body) {
    if (!complete && broken == null) {
      broken = new IOException("the rest of the response was discarded");
    }
    return to(subscriber, null, 0, body);
  }

  /**
   * Returns a subscription that delivers what was kept, and then the rest as it arrives.
   *
   * @param asked how many further pieces were already requested from the client
   * @param body the body that the subscriber makes
   */
  KeptSubscription to(
      BodySubscriber<?> subscriber, Subscription rest, long asked, CompletableFuture<?> body) {
    KeptSubscription subscription = new KeptSubscription(subscriber, pieces(), rest, asked, body);
    if (complete) {
      subscription.complete();
    } else if (broken != null) {
      subscription.fail(broken);
    }
    return subscription;
  }

  /** Begins the delivery; returns the body, which fails with what the subscriber throws. */
  static <T> CompletionStage<T> begin(
      KeptSubscription kept, BodySubscriber<T> subscriber, CompletableFuture<T> body) {
    Throwable applications = kept.begin();
    if (applications == null) {
      relay(subscriber.getBody(), body);
    } else {
      body.completeExceptionally(applications);
    }
    return body;
  }

  private List<ByteBuffer> pieces() {
    return bytes.size == 0 ? List.of() : List.of(ByteBuffer.wrap(bytes.bytes()).asReadOnlyBuffer());
  }

  /** Completes a body's future as another one is completed. */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the other.
  static <T> void relay(CompletionStage<T> from, CompletableFuture<T> to) {
    from.handle(
            (value, thrown) ->
                thrown == null ? to.complete(value) : to.completeExceptionally(thrown))
        .exceptionally(to::completeExceptionally);
  }

  /** Does the same after {@link #relay} has failed. */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the other.
  static <T> void relayAfterFault(CompletionStage<T> from, CompletableFuture<T> to) {
    from.whenComplete(
        (value, thrown) -> {
          if (thrown == null) {
            to.complete(value);
          } else {
            to.completeExceptionally(thrown);
          }
        });
  }
}
