package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.PulledBody;
import io.redial.call.PulledStream;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.HeaderFields;
import java.io.Closeable;
import org.apache.http.HttpConnection;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.conn.ConnectionReleaseTrigger;
import org.apache.http.protocol.HttpContext;

/** The responses of blocking clients, and how their connections are dropped. */
final class ClassicBodies implements PulledBody<HttpResponse> {
  private static final String CONNECTION = "http.connection";

  static final ClassicBodies INSTANCE = new ClassicBodies();

  private ClassicBodies() {}

  @Override
  public int status(HttpResponse response) {
    StatusLine line = response.getStatusLine();
    return line == null ? 0 : line.getStatusCode();
  }

  @Override
  public HeaderFields headers(HttpResponse response) {
    return new Apache4Headers(response);
  }

  @Override
  public long length(HttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? 0 : entity.getContentLength();
  }

  @Override
  public Source source(HttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? null : entity::getContent;
  }

  @Override
  public HttpResponse with(HttpResponse response, PulledStream body, Attempt attempt) {
    response.setEntity(PulledEntity.of(response.getEntity(), body, attempt.call()));
    return body.mayBeResumed() ? PulledResponse.of(response, body, attempt.call()) : response;
  }

  /**
   * Drops the response's own connection if it can, because a context may be shared with calls of
   * other threads.
   */
  @Override
  public void disconnect(HttpResponse response, Attempt attempt) {
    if (response.getEntity() instanceof ConnectionReleaseTrigger
        || (response instanceof Closeable && !Closing.isOldClient(attempt.call().client()))) {
      abort(response, response.getEntity());
    } else { // The close of old clients reads the body to its end.
      shutDown(connection(((ClassicAttempt) attempt).context));
    }
  }

  @Override
  public void drop(HttpResponse response, Attempt attempt) {
    // The connection is closed first, because closing a stream reads what is left of it.
    disconnect(response, attempt);
    FaultBoundary.attempt(
        () -> {
          HttpEntity entity = response.getEntity();
          if (entity != null && entity.isStreaming()) {
            entity.getContent().close();
          }
        });
    FaultBoundary.attempt(
        () -> {
          if (response instanceof Closeable) {
            ((Closeable) response).close();
          }
        });
  }

  /** Calls nothing of Redial's that {@link #drop} calls, because any of it may have failed. */
  @Override
  public void abandon(HttpResponse response, Attempt attempt) {
    HttpEntity entity = response.getEntity();
    if (entity instanceof ConnectionReleaseTrigger) {
      FaultBoundary.attempt(((ConnectionReleaseTrigger) entity)::abortConnection);
    } else if (response instanceof Closeable) {
      FaultBoundary.attempt(((Closeable) response)::close);
    }
  }

  /** Drops the connection of a response by itself or by one of its entities. */
  static void abort(HttpResponse response, HttpEntity entity) {
    if (entity instanceof ConnectionReleaseTrigger) {
      FaultBoundary.attempt(((ConnectionReleaseTrigger) entity)::abortConnection);
    } else if (response instanceof Closeable) {
      FaultBoundary.attempt(((Closeable) response)::close);
    }
  }

  /** Returns the connection of the current attempt, as the context shows it. */
  static Object connection(HttpContext context) {
    return context.getAttribute(CONNECTION);
  }

  static void shutDown(Object connection) {
    if (connection instanceof HttpConnection) {
      FaultBoundary.attempt(((HttpConnection) connection)::shutdown);
    }
  }
}
