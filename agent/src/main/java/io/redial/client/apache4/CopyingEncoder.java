package io.redial.client.apache4;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentEncoder;

/**
 * Copies what the connection takes of a producer's body. Not a {@code FileContentEncoder}, so that
 * no bytes go past it.
 */
final class CopyingEncoder implements ContentEncoder {
  private final ContentEncoder encoder;
  private final AsyncBody.Sender sender;

  CopyingEncoder(ContentEncoder encoder, AsyncBody.Sender sender) {
    this.encoder = encoder;
    this.sender = sender;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    ByteBuffer taken = source.duplicate();
    int count;
    try {
      count = encoder.write(source);
    } catch (IOException broken) {
      sender.connectionBroke();
      throw broken;
    }
    if (count > 0) {
      taken.limit(source.position());
      sender.took(taken);
    }
    if (encoder.isCompleted()) {
      sender.completed(); // It has as many bytes as were announced.
    }
    return count;
  }

  @Override
  public void complete() throws IOException {
    sender.completed();
    try {
      encoder.complete();
    } catch (IOException broken) {
      sender.connectionBroke();
      throw broken;
    }
  }

  @Override
  public boolean isCompleted() {
    return encoder.isCompleted();
  }
}
