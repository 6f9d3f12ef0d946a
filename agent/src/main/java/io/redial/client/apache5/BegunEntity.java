package io.redial.client.apache5;

import io.redial.call.BegunStream;
import io.redial.call.FirstByte;
import io.redial.policy.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Function;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A response's entity whose first byte has been read (rule 10.6). */
final class BegunEntity extends HttpEntityWrapper {
  final BegunStream content;
  private final ClassicAttempt attempt;

  private BegunEntity(HttpEntity entity, BegunStream content, ClassicAttempt attempt) {
    super(entity);
    this.content = content;
    this.attempt = attempt;
  }

  /**
   * Waits for the first byte of a response that the application is to get, if the response is held
   * back until then.
   *
   * @param kinds classifies what reading may throw
   * @throws IOException if reading failed and ends the attempt; it is the attempt's failure
   */
  static void begin(
      CloseableHttpResponse response, ClassicAttempt attempt, Function<Throwable, Failure> kinds)
      throws IOException {
    if (!attempt.call().policy().commitsAtFirstByte() || !isHeld(response, attempt)) {
      return;
    }
    HttpEntity entity = response.getEntity();
    BegunStream content = new BegunStream(entity::getContent);
    response.setEntity(new BegunEntity(entity, content, attempt)); // It hands out the first byte.
    attempt.awaitFirstByte();
    Throwable thrown = content.begin(attempt.call(), attempt::drop);
    IOException failure = null;
    if (content.isExpired()) {
      failure = attempt.timedOutBeforeFirstByte();
    } else if (thrown instanceof IOException && isAttempts(thrown, attempt, kinds)) {
      failure = (IOException) thrown;
    }
    if (failure != null) {
      attempt.response = null;
      attempt.failure = failure;
      KeptBody.release(response, attempt);
      throw failure;
    }
  }

  private static boolean isHeld(CloseableHttpResponse response, ClassicAttempt attempt) {
    try {
      HttpEntity entity = response.getEntity();
      return entity != null
          && FirstByte.isAwaited(
              attempt,
              response.getCode(),
              entity.getContentLength(),
              attempt.redirects().followed());
    } catch (Throwable fault) { // A mock may throw, for example.
      attempt.call().fault("HttpClient 5 response", fault);
      return false;
    }
  }

  private static boolean isAttempts(
      Throwable thrown, ClassicAttempt attempt, Function<Throwable, Failure> kinds) {
    return FirstByte.isAttempts(attempt, kinds.apply(thrown), attempt.redirects().followed());
  }

  @Override
  public InputStream getContent() {
    return content;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    content.writeTo(out, attempt::drop);
  }

  @Override
  public void close() throws IOException {
    try {
      content.forget();
    } catch (Throwable fault) {
      attempt.call().fault("HttpClient 5 body", fault);
    }
    super.close();
  }
}
