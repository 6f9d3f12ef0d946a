package io.redial.client.apache4;

import io.redial.call.BegunStream;
import io.redial.call.FirstByte;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.conn.ConnectionReleaseTrigger;
import org.apache.http.entity.HttpEntityWrapper;
import org.apache.http.protocol.HttpContext;

/** A response's entity whose first byte has been read (rule 10.6). */
class BegunEntity extends HttpEntityWrapper {
  final BegunStream content;
  private final HttpResponse response;

  private BegunEntity(HttpEntity entity, BegunStream content, HttpResponse response) {
    super(entity);
    this.content = content;
    this.response = response;
  }

  /**
   * Holds back a response that the application is to get until the first byte of its body has
   * arrived, if rule 10.6 applies.
   *
   * @throws IOException if the attempt ends before that; it is the attempt's failure
   */
  static void begin(HttpResponse response, HttpContext context, ClassicAttempt attempt)
      throws IOException {
    if (!attempt.call().policy().commitsAtFirstByte() || !isHeld(response, attempt)) {
      return;
    }
    HttpEntity entity = response.getEntity();
    BegunStream content = new BegunStream(entity::getContent);
    response.setEntity( // Its content will include the first byte.
        entity instanceof ConnectionReleaseTrigger
            ? new Managed(entity, content, response)
            : new BegunEntity(entity, content, response));
    Throwable thrown =
        content.begin(attempt.call(), () -> KeptBody.disconnect(response, context, attempt.call()));
    IOException failure = attempt.failureBeforeFirstByte(thrown, content.isExpired());
    if (failure != null) {
      attempt.response = null;
      attempt.failure = failure;
      KeptBody.drop(response, context, attempt.call());
      throw failure;
    }
  }

  private static boolean isHeld(HttpResponse response, ClassicAttempt attempt) {
    try {
      HttpEntity entity = response.getEntity();
      StatusLine line = response.getStatusLine();
      return entity != null
          && line != null
          && FirstByte.isAwaited(
              attempt, line.getStatusCode(), entity.getContentLength(), attempt.isRedirected());
    } catch (Throwable fault) { // Thrown by a mock, for example.
      attempt.call().fault("Apache HttpClient 4 response", fault);
      return false;
    }
  }

  @Override
  public InputStream getContent() {
    return content;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    content.writeTo(out, () -> KeptBody.abort(response));
  }

  /** The entity of clients up to 4.2, and of later clients that are built like them. */
  private static final class Managed extends BegunEntity implements ConnectionReleaseTrigger {
    private final ConnectionReleaseTrigger trigger;

    Managed(HttpEntity entity, BegunStream content, HttpResponse response) {
      super(entity, content, response);
      this.trigger = (ConnectionReleaseTrigger) entity;
    }

    @Override
    public void releaseConnection() throws IOException {
      content.forget();
      trigger.releaseConnection();
    }

    @Override
    public void abortConnection() throws IOException {
      content.forget();
      trigger.abortConnection();
    }
  }
}
