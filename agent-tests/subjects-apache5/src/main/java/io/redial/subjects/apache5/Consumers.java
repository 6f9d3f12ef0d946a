package io.redial.subjects.apache5;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.http.nio.support.classic.AbstractClassicEntityConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.reactive.ReactiveResponseConsumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The ways to consume a response; an order names one with "consumer". */
final class Consumers {
  private Consumers() {}

  /**
   * Passes the body on to a sink.
   *
   * @param kind by default, one that takes whatever comes
   */
  static AsyncResponseConsumer<?> of(String kind, OutputStream sink) {
    switch (kind) {
      case "simple":
        return new Simple(sink);
      case "reactive":
        return new ReactiveResponseConsumer(new Subscribing(new OneByOne(sink)));
      case "classic":
        return new BasicResponseConsumer<>(new Classic(sink));
      case "once":
        return new BasicResponseConsumer<>(
            new GrantingConsumer(sink, GrantingConsumer.Grants.ONCE));
      case "sparing":
        return new BasicResponseConsumer<>(
            new GrantingConsumer(sink, GrantingConsumer.Grants.SPARINGLY));
      case "late":
        return new BasicResponseConsumer<>(
            new GrantingConsumer(sink, GrantingConsumer.Grants.LATER));
      case "throws":
        return throwing(sink, new IOException("the sink is full"));
      case "throws-unchecked":
        return throwing(sink, new IllegalStateException("the sink is broken"));
      case "throws-lost":
        return throwing(sink, new ConnectionClosedException("the sink is gone"));
      default:
        return new BasicResponseConsumer<>(
            new GrantingConsumer(sink, GrantingConsumer.Grants.ALWAYS));
    }
  }

  /** Fails after some bytes. */
  private static AsyncResponseConsumer<?> throwing(OutputStream sink, Exception thrown) {
    OutputStream full =
        new FilterOutputStream(sink) {
          private int left = 50_000;

          @Override
          public void write(byte[] bytes) throws IOException {
            left -= bytes.length;
            if (left < 0 && thrown instanceof IOException) {
              throw (IOException) thrown;
            } else if (left < 0) {
              throw (RuntimeException) thrown;
            }
            out.write(bytes);
          }
        };
    return new BasicResponseConsumer<>(new GrantingConsumer(full, GrantingConsumer.Grants.ALWAYS));
  }

  /** A thread of the application's own reads a blocking stream. */
  private static final class Classic extends AbstractClassicEntityConsumer<Void> {
    private final OutputStream sink;

    Classic(OutputStream sink) {
      super(4096, Producers.WRITERS);
      this.sink = sink;
    }

    @Override
    protected Void consumeData(ContentType type, InputStream in) throws IOException {
      byte[] buffer = new byte[1000];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        sink.write(buffer, 0, count);
      }
      return null;
    }
  }

  /** The consumer behind the way "simple". */
  private static final class Simple implements AsyncResponseConsumer<SimpleHttpResponse> {
    private final AsyncResponseConsumer<SimpleHttpResponse> consumer =
        SimpleResponseConsumer.create();

    private final OutputStream sink;

    Simple(OutputStream sink) {
      this.sink = sink;
    }

    @Override
    public void consumeResponse(
        HttpResponse response,
        EntityDetails entity,
        HttpContext context,
        FutureCallback<SimpleHttpResponse> callback)
        throws HttpException, IOException {
      consumer.consumeResponse(response, entity, context, new Writing(sink, callback));
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context)
        throws HttpException, IOException {
      consumer.informationResponse(response, context);
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
      consumer.updateCapacity(channel);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
      consumer.consume(bytes);
    }

    @Override
    public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
      consumer.streamEnd(trailers);
    }

    @Override
    public void failed(Exception cause) {
      consumer.failed(cause);
    }

    @Override
    public void releaseResources() {
      consumer.releaseResources();
    }
  }

  private static final class Writing implements FutureCallback<SimpleHttpResponse> {
    private final OutputStream sink;
    private final FutureCallback<SimpleHttpResponse> callback;

    Writing(OutputStream sink, FutureCallback<SimpleHttpResponse> callback) {
      this.sink = sink;
      this.callback = callback;
    }

    @Override
    public void completed(SimpleHttpResponse response) {
      try {
        sink.write(response.getBodyBytes());
      } catch (IOException thrown) {
        callback.failed(thrown);
        return;
      }
      callback.completed(response);
    }

    @Override
    public void failed(Exception thrown) {
      callback.failed(thrown);
    }

    @Override
    public void cancelled() {
      callback.cancelled();
    }
  }

  private static final class Subscribing
      implements FutureCallback<Message<HttpResponse, Publisher<ByteBuffer>>> {
    private final Subscriber<ByteBuffer> subscriber;

    Subscribing(Subscriber<ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void completed(Message<HttpResponse, Publisher<ByteBuffer>> message) {
      message.getBody().subscribe(subscriber);
    }

    @Override
    public void failed(Exception thrown) {
      // The future tells.
    }

    @Override
    public void cancelled() {
      // The future tells.
    }
  }

  /** Asks for one piece after the other. */
  private static final class OneByOne implements Subscriber<ByteBuffer> {
    private final OutputStream sink;
    private Subscription subscription;

    OneByOne(OutputStream sink) {
      this.sink = sink;
    }

    @Override
    public void onSubscribe(Subscription given) {
      subscription = given;
      given.request(1);
    }

    @Override
    public void onNext(ByteBuffer bytes) {
      byte[] piece = new byte[bytes.remaining()];
      bytes.get(piece);
      try {
        sink.write(piece);
      } catch (IOException thrown) {
        throw new IllegalStateException(thrown);
      }
      Producers.WRITERS.execute(() -> subscription.request(1));
    }

    @Override
    public void onError(Throwable thrown) {
      // The future tells.
    }

    @Override
    public void onComplete() {
      try {
        sink.close();
      } catch (IOException thrown) {
        throw new IllegalStateException(thrown);
      }
    }
  }
}
