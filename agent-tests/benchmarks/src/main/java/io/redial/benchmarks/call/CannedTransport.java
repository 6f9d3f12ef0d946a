package io.redial.benchmarks.call;

import io.redial.benchmarks.CannedServer;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;

/** Takes a request's body and answers it, on the caller's thread. */
final class CannedTransport implements BiFunction<Object, Object, Object> {
  private static final ByteBuffer BODY =
      ByteBuffer.wrap(CannedServer.BODY.getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();
  private static final ResponseInfo HEAD =
      new Head(
          HttpHeaders.of(
              Map.of(
                  "Content-Type",
                  List.of("application/json"),
                  "Content-Length",
                  List.of(Integer.toString(BODY.remaining()))),
              (name, value) -> true));

  @Override
  @SuppressWarnings("unchecked") // What a client's send is called with.
  public Object apply(Object request, Object handler) {
    return answer((HttpRequest) request, (BodyHandler<Object>) handler);
  }

  private static <T> CannedResponse<T> answer(HttpRequest request, BodyHandler<T> handler) {
    BodyPublisher publisher = request.bodyPublisher().orElse(null);
    if (publisher != null) {
      publisher.subscribe(new Drain());
    }
    BodySubscriber<T> subscriber = handler.apply(HEAD);
    subscriber.onSubscribe(new Endless());
    subscriber.onNext(List.of(BODY.duplicate()));
    subscriber.onComplete();
    return new CannedResponse<>(request, HEAD, subscriber.getBody().toCompletableFuture().join());
  }

  private record Head(HttpHeaders headers) implements ResponseInfo {
    @Override
    public int statusCode() {
      return 200;
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  /** Takes all that comes. */
  private static final class Drain implements Flow.Subscriber<ByteBuffer> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer bytes) {}

    @Override
    public void onError(Throwable thrown) {
      throw new IllegalStateException(thrown);
    }

    @Override
    public void onComplete() {}
  }

  /** Has its one item always ready. */
  private static final class Endless implements Flow.Subscription {
    @Override
    public void request(long items) {}

    @Override
    public void cancel() {}
  }
}
