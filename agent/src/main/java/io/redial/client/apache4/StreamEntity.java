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
 * An entity that is nothing but a stream, for all attempts of a call. It does not write itself:
 * after the connection broke, it would go on reading its source, which may pause for any time.
 * Instead, a retry reads the rest of the source when it sends it.
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

  /** Whether an entity is nothing but a stream. A subclass may write something else. */
  static boolean fits(HttpEntity entity) {
    return entity.getClass() == InputStreamEntity.class
        || entity.getClass() == BasicHttpEntity.class;
  }

  private static long lengthOf(HttpEntity entity) {
    // The other kind is sent to its end, whatever length was declared.
    return entity instanceof InputStreamEntity ? entity.getContentLength() : -1;
  }

  /**
   * Lets an entity of the same class write it, so that it is written as this version of the client
   * does.
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
    } catch (IOException thrown) {
      throw thrown; // As it is: nothing of Redial's can fail on the way.
    } catch (Throwable thrown) {
      throw Rethrow.asIs(body.asTold(thrown));
    }
  }

  /** Null if Redial failed before anything was read; the body is then sent without a copy. */
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

  /** An interceptor reads the body itself, so what is left of it is not the whole body. */
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
