package io.redial.client.apache4;

import io.redial.call.PulledStream;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.conn.ConnectionReleaseTrigger;
import org.apache.http.entity.HttpEntityWrapper;

/** A response's entity whose content Redial hands out in the place of the client's own. */
class PulledEntity extends HttpEntityWrapper {
  private final PulledStream content;
  private final FaultLog log;

  private PulledEntity(HttpEntity entity, PulledStream content, FaultLog log) {
    super(entity);
    this.content = content;
    this.log = log;
  }

  /**
   * Returns an entity with that content. The entities of old clients can release their connection
   * themselves.
   */
  static HttpEntity of(HttpEntity entity, PulledStream content, FaultLog log) {
    return entity instanceof ConnectionReleaseTrigger
        ? new Managed(entity, content, log)
        : new PulledEntity(entity, content, log);
  }

  @Override
  public InputStream getContent() {
    return content;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    content.writeTo(out);
  }

  @Override
  @Deprecated
  public void consumeContent() throws IOException {
    if (!hasEnded(false)) {
      super.consumeContent();
    }
  }

  /**
   * Ends the content because the application is done with it. Returns false if the client has to
   * release its own response, because the bytes come from there.
   *
   * @param drops whether the connection is of no use any more
   */
  final boolean hasEnded(boolean drops) throws IOException {
    Closeable rest = FaultBoundary.ask(log, "body", () -> content.ends(drops), null);
    if (rest != null) {
      rest.close();
    }
    return rest != null;
  }

  /** The entity of clients up to 4.2, and of later clients that are built like them. */
  private static final class Managed extends PulledEntity implements ConnectionReleaseTrigger {
    private final ConnectionReleaseTrigger trigger;

    Managed(HttpEntity entity, PulledStream content, FaultLog log) {
      super(entity, content, log);
      this.trigger = (ConnectionReleaseTrigger) entity;
    }

    @Override
    public void releaseConnection() throws IOException {
      if (!hasEnded(false)) {
        trigger.releaseConnection();
      }
    }

    @Override
    public void abortConnection() throws IOException {
      if (!hasEnded(true)) {
        trigger.abortConnection();
      }
    }
  }
}
