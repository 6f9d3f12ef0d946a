package io.redial.client.apache4;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/** A response's entity whose bytes have all been read already. */
final class DrainedEntity extends HttpEntityWrapper {
  private final byte[] bytes;

  DrainedEntity(HttpEntity original, byte[] bytes) {
    super(original);
    this.bytes = bytes;
  }

  @Override
  public InputStream getContent() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }

  @Override
  public boolean isStreaming() {
    return false;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  @Deprecated
  public void consumeContent() {}
}
