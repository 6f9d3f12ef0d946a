package io.redial.client.apache5;

import io.redial.call.BodyCopy;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.BasicHttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;

/**
 * A request's entity that can be sent once, copied while it is sent (rules 6.3 to 6.5). The client
 * sees the application's entity, its word on whether it is repeatable included, so that it treats
 * challenges and redirects as ever.
 */
final class CopiedEntity extends HttpEntityWrapper implements Apache5Request.Body {
  private final HttpEntity entity;
  private final BodyCopy copy;
  private final boolean pulled;
  private InputStream source;
  private boolean wantsClose;

  CopiedEntity(HttpEntity entity, BodyCopy copy) {
    super(entity);
    this.entity = entity;
    this.copy = copy;
    // Only these are known to be nothing but a stream; all others write themselves.
    this.pulled =
        entity.getClass() == InputStreamEntity.class || entity.getClass() == BasicHttpEntity.class;
  }

  @Override
  public boolean repeatable() {
    return copy.repeatable();
  }

  /** The attempt is given up on: it gets nothing more. */
  void fence() {
    copy.fence();
  }

  /** No attempt follows: closes the application's stream if the client has asked for that. */
  void over() {
    copy.fence();
    copy.commit();
    if (wantsClose) {
      closeSource();
    }
  }

  @Override
  public InputStream getContent() throws IOException {
    if (!pulled) {
      if (!Repeatable.isFile(entity)) {
        copy.commit(); // An interceptor reads the body itself: what it leaves is no body.
      }
      return entity.getContent();
    }
    if (source == null) {
      source = entity.getContent();
    }
    return new Content(copy.pull(source));
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (pulled) {
      try (InputStream in = getContent()) {
        send(in, out);
      }
    } else if (copy.repeatable()) {
      copy.push(out, entity::writeTo);
    } else {
      entity.writeTo(out); // The client's own second time, after a challenge or redirect (6.4).
    }
  }

  private void send(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[4096];
    long length = getContentLength();
    long left = length < 0 ? Long.MAX_VALUE : length;
    while (left > 0) {
      int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (count < 0) {
        return;
      }
      out.write(buffer, 0, count);
      left -= count;
    }
  }

  private void closeSource() {
    wantsClose = false;
    InputStream closing = source;
    if (closing != null) {
      source = null;
      try {
        closing.close();
      } catch (IOException ignored) {
        // The body was sent, or is not needed any more.
      }
    }
  }

  /** What a connection reads: the source stays open as long as a further attempt may need it. */
  private final class Content extends FilterInputStream {
    Content(InputStream in) {
      super(in);
    }

    @Override
    public void close() throws IOException {
      super.close();
      wantsClose = true;
      if (!copy.repeatable()) {
        closeSource();
      }
    }
  }
}
