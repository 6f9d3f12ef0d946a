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
 * A request entity that is copied while it is first sent, for all attempts of a call (rule 6.3). To
 * the client it looks like the application's entity, so that the client sends it again within the
 * attempt (307, 401) only if it would have done so anyway.
 *
 * <p>An entity that is nothing but a stream does not write itself: after the connection broke, it
 * would continue to read its source, which may pause for any length of time. Instead, a retry reads
 * the rest of the source when it sends it.
 */
final class CopiedEntity extends HttpEntityWrapper {
  private final HttpEntity original;
  final BodyCopy copy;

  /** Null if the entity writes itself. */
  private final StreamedBody stream;

  CopiedEntity(HttpEntity original, BodyCopy copy) {
    super(original);
    this.original = original;
    this.copy = copy;
    this.stream =
        isStream(original)
            ? new StreamedBody(copy, lengthOf(original), original::getContent)
            : null;
  }

  /** Returns whether an entity is nothing but a stream. A subclass may write something else. */
  private static boolean isStream(HttpEntity entity) {
    return entity.getClass() == InputStreamEntity.class
        || entity.getClass() == BasicHttpEntity.class;
  }

  private static long lengthOf(HttpEntity entity) {
    // A BasicHttpEntity is sent to its end, whatever length was declared.
    return entity instanceof InputStreamEntity ? entity.getContentLength() : -1;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (stream != null) {
      stream.applications.send(() -> send(out));
    } else if (copy.repeatable()) {
      copy.push(out, original::writeTo);
    } else {
      original.writeTo(out); // The client itself may resend a body that has outgrown the copy.
    }
  }

  /**
   * Has an entity of the same class write the content, so that it is written as this version of the
   * client writes it.
   */
  private void send(OutputStream out) throws IOException {
    InputStream content = stream.contentIfCopied();
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
    if (stream != null) {
      stream.finish();
    } else {
      copy.commit();
    }
  }
}
