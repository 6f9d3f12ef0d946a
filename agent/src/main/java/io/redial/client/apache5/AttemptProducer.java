package io.redial.client.apache5;

import io.redial.call.BodyFault;
import java.io.IOException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * What one attempt sends: a copy of the request, and the body from its beginning. An {@code Error}
 * out of here would have the client shut down all of its connections: a fault of ours ends the
 * exchange alone, and what the application's producer or the client's channel throws gets through
 * (rule 1.4).
 */
final class AttemptProducer extends AskedProducer {
  private final HttpRequest request;
  private final EntityDetails entity;
  private final HttpContext context;
  private final RequestBody body;
  private final BodyReader reader;

  /** Whether what the client asked for last was passed on to the application's producer. */
  boolean passedOn;

  AttemptProducer(SentRequest sent, HttpRequest request, RequestBody body) {
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
      return isSentAgain() ? 1 : reader.available();
    } catch (Throwable thrown) {
      if (thrown == body.tap.outsiders) {
        throw thrown;
      }
      return 1; // It shows when that is asked for.
    }
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    if (reader == null) {
      produceUncopied(channel);
      return;
    }
    try {
      if (isSentAgain()) {
        body.rewind(this);
      }
      body.produces(this);
      reader.produce(channel);
    } catch (Throwable thrown) {
      throw AttemptProducer.<IOException>unchanged(isOutsiders(thrown) ? thrown : new BodyFault());
    }
  }

  private void produceUncopied(DataStreamChannel channel) throws IOException {
    passedOn = false;
    try {
      body.produce(this, channel);
    } catch (Throwable thrown) {
      if (passedOn || thrown instanceof HttpException) {
        throw thrown;
      }
      producer.produce(channel);
    }
  }

  private boolean isOutsiders(Throwable thrown) {
    return thrown instanceof IOException
        || thrown instanceof HttpException
        || thrown == body.tap.outsiders;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchanged(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** When asked: a client may send what it sent whole once more without letting go of it before. */
  private boolean isSentAgain() {
    return reader.hasEnded() && isRepeatable();
  }

  @Override
  public void failed(Exception cause) {
    synchronized (body) {
      if (body.current != this) {
        return;
      }
      if (!body.committed) {
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
      body.releasedAnyhow(this);
    }
  }
}
