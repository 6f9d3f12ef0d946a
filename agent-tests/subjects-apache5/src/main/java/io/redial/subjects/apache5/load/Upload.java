package io.redial.subjects.apache5.load;

import io.redial.subjects.load.LoadRequest;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Set;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** A body that the application hands out as the connection takes it; it can be had once. */
final class Upload implements AsyncEntityProducer {
  private final ByteBuffer bytes;
  private final boolean streamed;

  Upload(LoadRequest request) {
    bytes = ByteBuffer.wrap(request.bytes());
    streamed = request.streamsUp();
  }

  @Override
  public void produce(DataStreamChannel channel) throws java.io.IOException {
    if (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    if (!bytes.hasRemaining()) {
      channel.endStream();
    }
  }

  @Override
  public int available() {
    return Math.max(bytes.remaining(), 1);
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public long getContentLength() {
    return streamed ? -1 : bytes.limit();
  }

  @Override
  public boolean isChunked() {
    return streamed;
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
  public Set<String> getTrailerNames() {
    return Collections.emptySet();
  }

  @Override
  public void failed(Exception cause) {}

  @Override
  public void releaseResources() {}
}
