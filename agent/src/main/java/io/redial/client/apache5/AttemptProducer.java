package io.redial.client.apache5;

import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** What one attempt sends: a copy of the request, and the body from its beginning. */
final class AttemptProducer extends AskedProducer {
  private final HttpRequest request;
  private final RequestBody body;
  private final BodyReader reader;

  AttemptProducer(SentRequest sent, HttpRequest request, RequestBody body) {
    super(sent);
    this.request = request;
    this.body = body;
    this.reader = body.newReader();
  }

  BodyReader reader() {
    return reader;
  }

  @Override
  public void sendRequest(RequestChannel channel, HttpContext context)
      throws HttpException, IOException {
    channel.sendRequest(request, sent.entity(), sent.context());
  }

  @Override
  public int available() {
    if (reader == null) {
      return super.available();
    }
    return isSentAgain() ? 1 : reader.available();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    if (reader != null) {
      if (isSentAgain()) {
        body.rewind(this);
      }
      body.produces(this);
      reader.produce(channel);
    } else {
      body.produce(this, channel);
    }
  }

  /** When asked: a client may send what it sent whole once more without letting go of it before. */
  private boolean isSentAgain() {
    return reader.hasEnded() && isRepeatable();
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
