package io.redial.client.apache4;

import io.redial.call.Rethrow;
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
 * An entity of the client's that is nothing but a stream, for all attempts of a call. It is not
 * asked to write itself, because it would go on reading a source that has paused, for however long,
 * after the connection broke: what a retry needs is read from the source when the retry sends it.
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

  /** Whether an entity is one; a subclass may write something else. */
  static boolean fits(HttpEntity entity) {
    return entity.getClass() == InputStreamEntity.class
        || entity.getClass() == BasicHttpEntity.class;
  }

  private static long lengthOf(HttpEntity entity) {
    // The other kind is sent to its end, whatever length was declared.
    return entity instanceof InputStreamEntity ? entity.getContentLength() : -1;
  }

  /**
   * Lets an entity of the same class do it, so that it is written as this client's version does.
   */
  @Override
  public void writeTo(OutputStream out) throws IOException {
    try {
      InputStream content = content();
      if (content == null) {
        original.writeTo(out);
      } else if (original instanceof InputStreamEntity) {
        new InputStreamEntity(content, original.getContentLength()).writeTo(out);
      } else {
        BasicHttpEntity entity = new BasicHttpEntity();
        entity.setContent(content);
        entity.writeTo(out);
      }
    } catch (Throwable thrown) {
      throw Rethrow.asIs(body.asTold(thrown));
    }
  }

  /** Null if Redial cannot give it, and nothing was read yet: it is not copied then. */
  private InputStream content() throws IOException {
    try {
      return body.content();
    } catch (Throwable thrown) {
      if (!body.isUntouched()) {
        throw thrown;
      }
      copy.commit();
      return null;
    }
  }

  /** An interceptor reads the body itself: what it leaves is not what was to be sent. */
  @Override
  public InputStream getContent() throws IOException {
    copy.commit();
    return super.getContent();
  }

  /** No attempt follows. */
  void finish() {
    body.finish();
  }
}
