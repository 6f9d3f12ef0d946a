package io.redial.client.apache5;

import io.redial.call.ResumableStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A response's entity whose content is resumed when its connection breaks (rule 10.2). */
final class ResumableEntity extends HttpEntityWrapper {
  private final ResumableStream<?> content;

  ResumableEntity(HttpEntity entity, ResumableStream<?> content) {
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
