package io.redial.client.apache4;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentEncoder;

/**
 * Copies the bytes of a producer that the connection takes. A connection that breaks may have taken
 * bytes without reporting them. So whatever else the producer writes in the same call goes into the
 * copy, and the failure is thrown afterwards. This is not a {@code FileContentEncoder}, so that no
 * bytes bypass it.
 */
final class CopyingEncoder implements ContentEncoder {
  private final ContentEncoder encoder;
  private final BodySender sender;

  /** The failure of the connection, or null. */
  IOException broken;

  private boolean completed;

  CopyingEncoder(ContentEncoder encoder, BodySender sender) {
    this.encoder = encoder;
    this.sender = sender;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    if (broken != null) {
      return keep(source);
    }
    ByteBuffer taken = source.duplicate();
    int count;
    try {
      count = encoder.write(source);
    } catch (IOException thrown) {
      broken = thrown;
      source.position(taken.position());
      return keep(source);
    }
    if (encoder.isCompleted()) {
      completed = true; // The connection has the announced number of bytes.
    }
    try {
      if (count > 0) {
        taken.limit(source.position());
        sender.took(taken);
      }
      if (completed) {
        sender.completed();
      }
    } catch (Throwable fault) {
      sender.drop();
    }
    return count;
  }

  /** Copies for a retry what the connection would have taken; throws if no retry can follow. */
  private int keep(ByteBuffer source) throws IOException {
    if (completed) {
      return 0;
    }
    try {
      ByteBuffer taken = source.duplicate();
      int count = (int) Math.min(taken.remaining(), sender.missing());
      taken.limit(taken.position() + count);
      if (!sender.keeps(taken)) {
        throw broken;
      }
      source.position(source.position() + count);
      if (sender.missing() == 0) {
        completed = true;
        sender.completed();
      }
      return count;
    } catch (Throwable thrown) {
      sender.drop();
      throw broken;
    }
  }

  @Override
  public void complete() {
    completed = true;
    try {
      sender.completed();
    } catch (Throwable fault) {
      sender.drop();
    }
    if (broken == null) {
      try {
        encoder.complete();
      } catch (IOException thrown) {
        broken = thrown;
      }
    }
  }

  @Override
  public boolean isCompleted() {
    return completed || encoder.isCompleted();
  }
}
