package io.redial.client.apache4;

import io.redial.call.body.BodyCopy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/**
 * In one attempt, an entity that can be sent only once. To the client it looks like the
 * application's entity, so that it sends it again within the attempt (307, 401) only if it would
 * have done so anyway.
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
      original.writeTo(out); // The client itself sends again a body that has outgrown the copy.
    }
  }

  /** An interceptor reads the body itself, so what is left of it is not the whole body. */
  @Override
  public InputStream getContent() throws IOException {
    copy.commit();
    return super.getContent();
  }
}
