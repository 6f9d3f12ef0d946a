package io.redial.client.apache5;

import io.redial.call.PulledStream;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A response's entity whose content Redial hands out in the place of the client's own. */
final class PulledEntity extends HttpEntityWrapper {
  private final PulledStream content;
  private final FaultLog log;

  PulledEntity(HttpEntity entity, PulledStream content, FaultLog log) {
    super(entity);
    this.content = content;
    this.log = log;
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
  public void close() throws IOException {
    Closeable rest = FaultBoundary.ask(log, "body", () -> content.ends(false), null);
    if (rest != null) {
      rest.close();
    } else {
      super.close();
    }
  }
}
