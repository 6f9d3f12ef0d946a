package io.redial.client.apache5;

import io.redial.kernel.AsyncUpload;
import io.redial.kernel.Upload;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** What one attempt sends: a copy of the request, and the body from its beginning. */
final class AttemptProducer extends CapturedProducer {
  final Upload<DataStreamChannel, DataStreamChannel> upload = new Upload<>();
  private final HttpRequest request;
  private final AsyncUpload<DataStreamChannel, DataStreamChannel> body;

  AttemptProducer(
      CapturedRequest sent,
      HttpRequest request,
      AsyncUpload<DataStreamChannel, DataStreamChannel> body) {
    super(sent);
    this.request = request;
    this.body = body;
  }

  @Override
  public void sendRequest(RequestChannel channel, HttpContext unused)
      throws HttpException, IOException {
    channel.sendRequest(request, sent.entity, sent.context);
  }

  @Override
  public int available() {
    return body.available(upload);
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    body.produce(upload, channel, channel);
  }

  /** Called when the client's own retry layer has decided to send the request again. */
  void willBeSentAgain() {
    body.willBeSentAgain(upload);
  }

  @Override
  public void failed(Exception cause) {
    body.failed(upload, cause);
  }

  @Override
  public void releaseResources() {
    body.released(upload);
  }
}
