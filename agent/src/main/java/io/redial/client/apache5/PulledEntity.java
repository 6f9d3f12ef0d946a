package io.redial.client.apache5;

import io.redial.call.PulledStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A response's entity whose content Redial hands out in the place of the client's own. */
final class PulledEntity extends HttpEntityWrapper {
  private final PulledStream content;

  PulledEntity(HttpEntity entity, PulledStream content) {
    super(entity);
    this.content = content;
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
    try {
      if (content.ends(false)) {
        return;
      }
    } catch (IOException thrown) {
      throw thrown;
    } catch (Throwable fault) {
      content.met(fault);
    }
    super.close();
  }
}
