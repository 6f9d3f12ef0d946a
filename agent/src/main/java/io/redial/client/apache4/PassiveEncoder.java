package io.redial.client.apache4;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.FileContentEncoder;

/**
 * Notices whether a producer is left with bytes that the connection did not take, which it may send
 * first when it starts again. The bytes of the write that breaks the connection count as taken, so
 * that none of them are left; any further write fails.
 */
class PassiveEncoder implements ContentEncoder {
  private final ContentEncoder encoder;

  /** Whether the last write did not take all bytes. */
  boolean leftOver;

  /** The failure of the connection, to be thrown once the producer is done; or null. */
  IOException broken;

  private PassiveEncoder(ContentEncoder encoder) {
    this.encoder = encoder;
  }

  static PassiveEncoder of(ContentEncoder encoder) {
    return encoder instanceof FileContentEncoder
        ? new OfFiles((FileContentEncoder) encoder)
        : new PassiveEncoder(encoder);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    if (broken != null) {
      leftOver = true;
      throw broken;
    }
    int length = source.remaining();
    try {
      int count = encoder.write(source);
      leftOver = source.hasRemaining();
      return count;
    } catch (IOException thrown) {
      broken = thrown;
      source.position(source.limit());
      return length;
    }
  }

  @Override
  public void complete() throws IOException {
    if (broken == null) {
      encoder.complete();
    }
  }

  @Override
  public boolean isCompleted() {
    return encoder.isCompleted();
  }

  private static final class OfFiles extends PassiveEncoder implements FileContentEncoder {
    private final FileContentEncoder encoder;

    OfFiles(FileContentEncoder encoder) {
      super(encoder);
      this.encoder = encoder;
    }

    @Override
    public long transfer(FileChannel source, long position, long count) throws IOException {
      return encoder.transfer(source, position, count);
    }
  }
}
