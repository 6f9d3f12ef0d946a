package io.redial.client.apache5;

import io.redial.call.body.BodyCopy;
import io.redial.call.body.StreamedBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.BasicHttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;

/**
 * A request entity that can be sent only once, copied while it is sent (rules 6.3 to 6.5). To the
 * client it looks like the application's entity, so that the client treats challenges and redirects
 * as without Redial.
 */
final class CopiedEntity extends HttpEntityWrapper implements Apache5Request.Body {
  private final HttpEntity entity;
  final BodyCopy copy;
  private final StreamedBody stream;

  CopiedEntity(HttpEntity entity, BodyCopy copy) {
    super(entity);
    this.entity = entity;
    this.copy = copy;
    this.stream =
        isStream(entity) ? new StreamedBody(copy, lengthOf(entity), entity::getContent) : null;
  }

  /**
   * Returns whether the entity is only a stream. That is known of these classes alone; all other
   * entities write themselves.
   */
  private static boolean isStream(HttpEntity entity) {
    return entity.getClass() == InputStreamEntity.class
        || entity.getClass() == BasicHttpEntity.class;
  }

  private static long lengthOf(HttpEntity entity) {
    // A BasicHttpEntity is sent to its end, whatever length was declared.
    return entity instanceof InputStreamEntity ? entity.getContentLength() : -1;
  }

  @Override
  public boolean repeatable() {
    return copy.repeatable();
  }

  /** Ends copying, because no attempt follows. */
  void finish() {
    if (stream != null) {
      stream.finish();
    } else {
      copy.fence();
      copy.commit();
    }
  }

  @Override
  public InputStream getContent() throws IOException {
    if (stream != null) {
      return stream.content();
    }
    if (!Repeatable.isFile(entity)) {
      copy.commit(); // An interceptor reads the body, so the rest is incomplete.
    }
    return entity.getContent();
  }

  /**
   * Writes the body through an entity of the same class, so that it is written as this version of
   * the client does.
   */
  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (stream == null) {
      if (copy.repeatable()) {
        copy.push(out, entity::writeTo);
      } else {
        entity.writeTo(out); // The client sends it again, after a challenge or redirect (rule 6.4).
      }
      return;
    }
    stream.applications.send(() -> send(out));
  }

  private void send(OutputStream out) throws IOException {
    InputStream content = stream.contentIfCopied();
    if (content == null) {
      entity.writeTo(out);
    } else if (entity instanceof InputStreamEntity) {
      new InputStreamEntity(content, entity.getContentLength(), null).writeTo(out);
    } else {
      new BasicHttpEntity(content, null).writeTo(out);
    }
  }
}
