package io.redial.client.apache4;

import io.redial.call.body.BodyCopy;
import io.redial.call.body.StreamedBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.BasicHttpEntity;
import org.apache.http.entity.HttpEntityWrapper;
import org.apache.http.entity.InputStreamEntity;

/**
 * An entity that is nothing but a stream, for all attempts of a call. The application's entity does
 * not write itself: after the connection broke, it would continue to read its source, which may
 * pause for any length of time. Instead, a retry reads the rest of the source when it sends it.
 */
final class StreamEntity extends HttpEntityWrapper {
  private final HttpEntity original;
  private final BodyCopy copy;
  private final StreamedBody body;

  StreamEntity(HttpEntity original, BodyCopy copy) {
    super(original);
    this.original = original;
    this.copy = copy;
    this.body = new StreamedBody(copy, lengthOf(original), original::getContent);
  }

  /** Returns whether an entity is nothing but a stream. A subclass may write something else. */
  static boolean fits(HttpEntity entity) {
    return entity.getClass() == InputStreamEntity.class
        || entity.getClass() == BasicHttpEntity.class;
  }

  private static long lengthOf(HttpEntity entity) {
    // A BasicHttpEntity is sent to its end, whatever length was declared.
    return entity instanceof InputStreamEntity ? entity.getContentLength() : -1;
  }

  /**
   * Has an entity of the same class write the content, so that it is written as this version of the
   * client writes it.
   */
  @Override
  public void writeTo(OutputStream out) {
    body.applications.send(() -> send(out));
  }

  private void send(OutputStream out) throws IOException {
    InputStream content = body.contentIfCopied();
    if (content == null) {
      original.writeTo(out);
    } else if (original instanceof InputStreamEntity) {
      new InputStreamEntity(content, original.getContentLength()).writeTo(out);
    } else {
      BasicHttpEntity entity = new BasicHttpEntity();
      entity.setContent(content);
      entity.writeTo(out);
    }
  }

  /** Commits the body: an interceptor reads it itself, so what is left is not the whole body. */
  @Override
  public InputStream getContent() throws IOException {
    copy.commit();
    return super.getContent();
  }

  /** Releases the body, because no attempt follows. */
  void finish() {
    body.finish();
  }
}
