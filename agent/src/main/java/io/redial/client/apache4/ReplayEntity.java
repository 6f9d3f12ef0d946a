package io.redial.client.apache4;

import io.redial.call.body.BodyCopy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/**
 * An entity that can be sent only once, as one attempt sends it. To the client it looks like the
 * application's entity, so that the client sends it again within the attempt (307, 401) only if it
 * would have done so anyway.
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
      original.writeTo(out); // The client itself may resend a body that has outgrown the copy.
    }
  }

  /** Commits the body: an interceptor reads it itself, so what is left is not the whole body. */
  @Override
  public InputStream getContent() throws IOException {
    copy.commit();
    return super.getContent();
  }
}
