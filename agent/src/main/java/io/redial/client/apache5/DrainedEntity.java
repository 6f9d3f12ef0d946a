package io.redial.client.apache5;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A response's entity whose content was read and kept; everything else is unchanged. */
final class DrainedEntity extends HttpEntityWrapper {
  private final byte[] bytes;
  private InputStream content;

  DrainedEntity(HttpEntity entity, byte[] bytes) {
    super(entity);
    this.bytes = bytes;
  }

  /** Returns the same stream each time, like an entity that is read from a connection. */
  @Override
  public InputStream getContent() {
    if (content == null) {
      content = new ByteArrayInputStream(bytes);
    }
    return content;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }

  @Override
  public void close() throws IOException {
    getContent().close();
  }
}
