package io.redial.subjects.apache5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** A body of an application's own that can be sent once: pieces of 1 KiB as the channel takes. */
final class Pieces implements AsyncEntityProducer {
  private final ByteBuffer bytes;
  private final long length;
  private final AtomicInteger opened;
  private boolean begun;

  Pieces(byte[] bytes, boolean knownLength, AtomicInteger opened) {
    this.bytes = ByteBuffer.wrap(bytes);
    this.length = knownLength ? bytes.length : -1;
    this.opened = opened;
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    if (!begun) {
      begun = true;
      opened.incrementAndGet();
    }
    while (bytes.hasRemaining()) {
      ByteBuffer piece = bytes.duplicate();
      piece.limit(Math.min(piece.limit(), piece.position() + 1024));
      int written = channel.write(piece);
      bytes.position(bytes.position() + written);
      if (piece.hasRemaining()) {
        return;
      }
    }
    channel.endStream();
  }

  @Override
  public int available() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public void failed(Exception cause) {}

  @Override
  public void releaseResources() {}

  @Override
  public long getContentLength() {
    return length;
  }

  @Override
  public String getContentType() {
    return "application/octet-stream";
  }

  @Override
  public String getContentEncoding() {
    return null;
  }

  @Override
  public boolean isChunked() {
    return length < 0;
  }

  @Override
  public Set<String> getTrailerNames() {
    return Collections.emptySet();
  }
}
