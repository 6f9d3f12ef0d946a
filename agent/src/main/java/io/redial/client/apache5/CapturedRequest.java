package io.redial.client.apache5;

import io.redial.call.Call;
import io.redial.kernel.AsyncReplay;
import io.redial.kernel.AsyncUpload;
import io.redial.kernel.Exceptions;
import io.redial.kernel.UploadSource;
import java.io.IOException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The request of the application's producer, which can be asked only once. If the producer fails or
 * does not answer at once, the call is left to the client.
 */
final class CapturedRequest implements RequestChannel, Apache5Request.Body {
  final AsyncRequestProducer producer;

  // Guarded by this. The client's method takes them as they are: nothing may fail in between.
  HttpRequest request;
  EntityDetails entity; // Null if there is no body.
  HttpContext context;
  Throwable failure;
  RequestChannel client;

  /** The body over all attempts, set before the first one; or null. */
  AsyncUpload<DataStreamChannel, DataStreamChannel> body;

  private CapturedRequest(AsyncRequestProducer producer) {
    this.producer = producer;
  }

  static CapturedRequest by(AsyncRequestProducer producer, HttpContext context) {
    CapturedRequest sent = new CapturedRequest(producer);
    try {
      producer.sendRequest(sent, context);
    } catch (Throwable thrown) {
      sent.fail(thrown);
    }
    return sent;
  }

  private synchronized void fail(Throwable thrown) {
    request = null;
    failure = thrown;
  }

  @Override
  public void sendRequest(HttpRequest sent, EntityDetails details, HttpContext sentContext)
      throws HttpException, IOException {
    RequestChannel late;
    synchronized (this) {
      request = sent;
      entity = details;
      context = sentContext;
      late = client;
    }
    if (late != null) {
      late.sendRequest(sent, details, sentContext);
    }
  }

  /** Returns the request, or null if the producer did not send one at once. */
  synchronized HttpRequest request() {
    return request;
  }

  /**
   * Returns the body over all attempts. It is copied unless the client can send it again or no
   * retry can follow.
   */
  AsyncUpload<DataStreamChannel, DataStreamChannel> body(Call call) {
    UploadSource<DataStreamChannel, DataStreamChannel> source =
        new UploadSource<>(UploadChannel.PRODUCER, producer);
    boolean copies =
        entity != null && call.mayBeRetried() && !Repeatable.producer(producer, entity);
    AsyncReplay<DataStreamChannel, DataStreamChannel> replay =
        copies
            ? new AsyncReplay<>(
                call, call.newReplayBuffer(), source, UploadChannel::new, call.timer()::start)
            : null;
    body = new AsyncUpload<>(source, replay);
    return body;
  }

  @Override
  public boolean repeatable() {
    return body == null || body.repeatable();
  }

  /** The application's producer after Redial has obtained its request. */
  static final class Producer implements AsyncRequestProducer {
    private final CapturedRequest sent;

    Producer(CapturedRequest sent) {
      this.sent = sent;
    }

    @Override
    public void sendRequest(RequestChannel channel, HttpContext context)
        throws HttpException, IOException {
      synchronized (sent) {
        if (sent.failure == null && sent.request == null) {
          sent.client = channel; // Passed on as soon as the producer answers.
          return;
        }
      }
      if (sent.failure != null) {
        throw Exceptions.sneakyThrow(sent.failure);
      }
      channel.sendRequest(sent.request, sent.entity, sent.context);
    }

    @Override
    public boolean isRepeatable() {
      return sent.producer.isRepeatable();
    }

    @Override
    public int available() {
      return sent.producer.available();
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
      sent.producer.produce(channel);
    }

    @Override
    public void failed(Exception cause) {
      sent.producer.failed(cause);
    }

    @Override
    public void releaseResources() {
      sent.producer.releaseResources();
    }
  }
}
