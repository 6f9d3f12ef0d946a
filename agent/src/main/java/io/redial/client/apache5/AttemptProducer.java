package io.redial.client.apache5;

import io.redial.call.body.BodyFault;
import java.io.IOException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * What one attempt sends: a copy of the request, and the body from its beginning. After an {@code
 * Error} the client shuts down all of its connections. So an internal fault ends only this
 * exchange, while exceptions of the application's producer and of the client's channel are passed
 * on (rule 1.4).
 */
final class AttemptProducer extends CapturedProducer {
  private final HttpRequest request;
  private final EntityDetails entity;
  private final HttpContext context;
  private final RequestBody body;
  private final BodyReader reader;

  /** Whether the client, which has sent the whole body, has decided to send it again. */
  private volatile boolean sentAgain;

  /**
   * Whether the client's latest request for output or release was passed on to the application's
   * producer.
   */
  boolean passedOn;

  AttemptProducer(CapturedRequest sent, HttpRequest request, RequestBody body) {
    super(sent);
    this.request = request;
    this.entity = sent.entity();
    this.context = sent.context();
    this.body = body;
    this.reader = body.newReader();
  }

  BodyReader reader() {
    return reader;
  }

  @Override
  public void sendRequest(RequestChannel channel, HttpContext unused)
      throws HttpException, IOException {
    channel.sendRequest(request, entity, context);
  }

  @Override
  public int available() {
    if (reader == null) {
      return producer.available();
    }
    try {
      return sentAgain ? 1 : reader.available();
    } catch (Throwable thrown) {
      if (thrown == body.tap.outsiders) {
        throw thrown;
      }
      return 1; // The fault shows when the output is requested.
    }
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    passedOn = false;
    try {
      if (reader == null) {
        body.produce(this, channel);
      } else {
        produceCopied(channel);
      }
    } catch (Throwable thrown) {
      boolean known = thrown instanceof IOException || thrown instanceof HttpException;
      if (known || passedOn || (reader != null && thrown == body.tap.outsiders)) {
        throw thrown;
      }
      if (reader != null) {
        throw new BodyFault();
      }
      producer.produce(channel);
    }
  }

  private void produceCopied(DataStreamChannel channel) throws IOException {
    if (sentAgain) {
      rewind();
    }
    body.produces(this);
    reader.produce(channel);
  }

  /**
   * Called when the client's own retry layer has decided to send the request again. Up to 5.0, the
   * client does not release the producer first. A request for output after the end proves nothing:
   * it also happens when a thread other than the client's ends the body.
   */
  void willBeSentAgain() {
    sentAgain = reader != null && reader.hasEnded() && isRepeatable();
  }

  /** Makes the client read the body from its beginning next. */
  void rewind() {
    sentAgain = false;
    body.rewind(this);
  }

  @Override
  public void failed(Exception cause) {
    synchronized (body) {
      if (body.current != this) {
        return;
      }
      if (!body.committed || body.responseMayGoOn) {
        body.failure = cause;
        return;
      }
    }
    producer.failed(cause);
  }

  @Override
  public void releaseResources() {
    passedOn = false;
    try {
      body.released(this);
    } catch (Throwable thrown) {
      if (thrown == body.applications) {
        throw thrown;
      }
      body.releasedAfterFault(this);
    }
  }
}
