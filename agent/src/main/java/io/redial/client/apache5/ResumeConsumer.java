package io.redial.client.apache5;

import io.redial.policy.stream.StreamPlan.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Takes the rest of a body from the attempts of one {@link ResumeExchange}. */
final class ResumeConsumer extends BodyConsumer<Void> {
  private final ResumableBody<?> body;
  private ResumeExchange exchange;
  private FutureCallback<Void> callback;

  /** Whether it is certain that the body is resumed, or that it is not. */
  private boolean decided;

  /** Whether the further course of the exchange no longer matters. */
  private boolean ended;

  ResumeConsumer(ResumableBody<?> body) {
    this.body = body;
  }

  void belongTo(ResumeExchange owner) {
    exchange = owner;
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context) {
    // The application has had its response.
  }

  @Override
  public void consumeResponse(
      HttpResponse response, EntityDetails entity, HttpContext context, FutureCallback<Void> result)
      throws HttpException, IOException {
    callback = result;
    Answer answer = body.comesFrom(exchange) ? judge(response, entity) : Answer.REFUSED;
    if (answer == Answer.CONTINUES) {
      if (body.plan.goesOnWithHead()) {
        decide();
      }
      return;
    }
    decide();
    ended = true;
    if (answer == Answer.COMPLETE) {
      body.sourceEnded(null);
    } else {
      body.giveUp(null);
    }
    if (entity != null) {
      throw new GivenUpException();
    }
    result.completed(null);
  }

  private Answer judge(HttpResponse response, EntityDetails entity) {
    try {
      Apache5Headers headers = Apache5Headers.of(response, entity);
      long length = entity == null ? 0 : entity.getContentLength();
      Answer judged =
          body.plan.comesFrom(exchange.uri())
              ? body.plan.judge(response.getCode(), headers, length)
              : Answer.REFUSED;
      return judged == Answer.CONTINUES && (entity == null || !exchange.isAlone())
          ? Answer.REFUSED
          : judged;
    } catch (Throwable fault) {
      body.call.fault("HttpClient 5 body", fault);
      return Answer.REFUSED;
    }
  }

  private void decide() {
    if (!decided) {
      decided = true;
      exchange.decide();
    }
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    if (body.comesFrom(exchange)) {
      body.updateCapacity(channel);
    }
  }

  @Override
  public void consume(ByteBuffer bytes) throws IOException {
    if (ended || !body.comesFrom(exchange)) {
      throw new GivenUpException();
    }
    if (bytes.hasRemaining()) {
      decide();
      if (!body.take(bytes)) {
        ended = true;
        body.leave();
        throw new GivenUpException();
      }
    }
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    boolean isWanted = !ended && body.comesFrom(exchange);
    ended = true;
    if (isWanted && decided) {
      body.sourceEnded(trailers);
    } else if (isWanted) {
      exchange.broughtNothing();
    }
    callback.completed(null);
  }

  /**
   * Reports a cut to the body. Until it is certain that the body is resumed, the driver decides
   * what follows.
   */
  @Override
  public void failed(Exception cause) {
    if (decided && !ended && body.isSource(exchange)) {
      body.cut(cause);
    }
  }

  /**
   * Ends the body: the application's consumer gets bytes only through it, never from the client.
   */
  @Override
  boolean leavesToClient(Throwable fault) {
    body.endAfterFault(fault);
    ended = true;
    return false;
  }

  @Override
  public void releaseResources() {
    // The application's consumer is released when the body ends.
  }
}
