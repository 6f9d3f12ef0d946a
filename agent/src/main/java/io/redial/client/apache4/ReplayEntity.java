package io.redial.client.apache4;

import io.redial.call.body.BodyCopy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/**
 * An entity that can be sent once, in one attempt. To the client it is what the application's is:
 * whether the client may send it again within the attempt (307, 401) does not change.
 */
final class ReplayEntity extends HttpEntityWrapper {
  private final HttpEntity original;
  private final BodyCopy copy;

  ReplayEntity(HttpEntity original, BodyCopy copy) {
    super(original);
    this.original = original;
    this.copy = copy;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (copy.repeatable()) {
      copy.push(out, original::writeTo);
    } else {
      original.writeTo(out); // The client's own second sending of a body that outgrew the copy.
    }
  }

  /** An interceptor reads the body itself: what it leaves is not what was to be sent. */
  @Override
  public InputStream getContent() throws IOException {
    copy.commit();
    return super.getContent();
  }
}
