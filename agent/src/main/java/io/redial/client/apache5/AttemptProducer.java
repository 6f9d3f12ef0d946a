package io.redial.client.apache5;

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

  AttemptProducer(CapturedRequest sent, HttpRequest request) {
    this.sent = sent;
    this.request = request;
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
    return sent.body.available(this);
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    sent.body.produce(this, channel, channel);
  }

  /** Called when the client's own retry layer has decided to send the request again. */
  void willBeSentAgain() {
    sent.body.willBeSentAgain(this);
  }

  @Override
  public void failed(Exception cause) {
    sent.body.failed(this, cause);
  }

  @Override
  public void releaseResources() {
    sent.body.released(this);
  }
}
