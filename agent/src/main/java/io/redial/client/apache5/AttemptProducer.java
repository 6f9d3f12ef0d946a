package io.redial.client.apache5;

import io.redial.kernel.AsyncUpload;
import io.redial.kernel.Upload;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** What one attempt sends: a copy of the request, and the body from its beginning. */
final class AttemptProducer extends Upload<DataStreamChannel, DataStreamChannel>
    implements AsyncRequestProducer {
  private final CapturedRequest sent;
  private final HttpRequest request;
  private final AsyncUpload<DataStreamChannel, DataStreamChannel> body;

  AttemptProducer(
      CapturedRequest sent,
      HttpRequest request,
      AsyncUpload<DataStreamChannel, DataStreamChannel> body) {
    this.sent = sent;
    this.request = request;
    this.body = body;
  }

  @Override
  public void sendRequest(RequestChannel channel, HttpContext unused)
      throws HttpException, IOException {
    channel.sendRequest(request, sent.entity, sent.context);
  }

  @Override
  public boolean isRepeatable() {
    return sent.producer.isRepeatable();
  }

  @Override
  public int available() {
    return body.available(this);
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    body.produce(this, channel, channel);
  }

  /** Called when the client's own retry layer has decided to send the request again. */
  void willBeSentAgain() {
    body.willBeSentAgain(this);
  }

  @Override
  public void failed(Exception cause) {
    body.failed(this, cause);
  }

  @Override
  public void releaseResources() {
    body.released(this);
  }
}
