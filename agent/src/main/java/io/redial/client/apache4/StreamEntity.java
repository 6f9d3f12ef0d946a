package io.redial.client.apache4;

import io.redial.call.BodyCopy;
import java.io.FilterInputStream;
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
  private Source source;
  private boolean wantsClose;

  StreamEntity(HttpEntity original, BodyCopy copy) {
    super(original);
    this.original = original;
    this.copy = copy;
  }

  /** Whether an entity is one; a subclass may write something else. */
  static boolean fits(HttpEntity entity) {
    return entity.getClass() == InputStreamEntity.class
        || entity.getClass() == BasicHttpEntity.class;
  }

  /**
   * Lets an entity of the same class do it, so that it is written as this client's version does.
   */
  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (original instanceof InputStreamEntity) {
      long length = original.getContentLength();
      new InputStreamEntity(content(length), length).writeTo(out);
    } else {
      BasicHttpEntity entity = new BasicHttpEntity();
      entity.setContent(content(-1)); // To its end, whatever length was declared.
      entity.writeTo(out);
    }
  }

  private InputStream content(long length) throws IOException {
    if (source == null) {
      source = new Source(original.getContent(), length);
    }
    return new Content(copy.pull(source));
  }

  /** An interceptor reads the body itself: what it leaves is not what was to be sent. */
  @Override
  public InputStream getContent() throws IOException {
    copy.commit();
    return super.getContent();
  }

  /** No attempt follows: closes the stream if an attempt has left that for later. */
  void over() {
    copy.fence();
    copy.commit();
    if (wantsClose) {
      try {
        source.close();
      } catch (IOException ignored) {
        // The attempt has failed for another reason.
      }
    }
  }

  /** The application's stream, which is asked for no more than the entity is to send. */
  private static final class Source extends InputStream {
    private final InputStream stream;
    private final long length;
    private long given;
    private boolean ended;
    private boolean closed;

    Source(InputStream stream, long length) {
      this.stream = stream;
      this.length = length;
      this.ended = length == 0;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      if (ended) {
        return -1;
      }
      int read = stream.read(bytes, offset, count);
      given += Math.max(read, 0);
      ended = read < 0 || given == length;
      return read;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        stream.close();
      }
    }
  }

  /** What one attempt sends: the stream stays open if a further attempt may need more of it. */
  private final class Content extends FilterInputStream {
    Content(InputStream in) {
      super(in);
    }

    @Override
    public void close() throws IOException {
      super.close();
      wantsClose = true;
      if (source.ended || !copy.repeatable()) {
        closeSource();
      }
    }

    private void closeSource() throws IOException {
      try {
        source.close();
      } catch (IOException | RuntimeException e) {
        copy.commit(); // The application's own failure, which it gets to see.
        throw e;
      }
    }
  }
}
