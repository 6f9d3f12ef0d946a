package io.redial.subjects.apache5;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.entity.FileEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;

/**
 * A file that the application sends itself and could send again, and whose end another thread than
 * the client's tells. Meanwhile the client is asked for output again and again, so that it calls
 * the producer around the end.
 */
final class EndedElsewhere extends BasicRequestProducer {
  private final ByteBuffer bytes;
  private final Executor threads;
  private volatile boolean ending;
  private volatile boolean ended;

  EndedElsewhere(HttpRequest request, Path file, byte[] bytes, Executor threads) {
    super(
        request,
        new FileEntityProducer(file.toFile(), 8192, ContentType.APPLICATION_OCTET_STREAM, true));
    this.bytes = ByteBuffer.wrap(bytes);
    this.threads = threads;
  }

  @Override
  public int available() {
    return ending ? 0 : bytes.remaining();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    if (ending) {
      return;
    }
    channel.write(bytes);
    if (!bytes.hasRemaining()) {
      ending = true;
      threads.execute(() -> askForOutput(channel));
      threads.execute(() -> end(channel));
    }
  }

  private void askForOutput(DataStreamChannel channel) {
    while (!ended) {
      channel.requestOutput();
    }
  }

  private void end(DataStreamChannel channel) {
    try {
      channel.endStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ended = true;
    }
  }

  @Override
  public void releaseResources() {
    bytes.rewind();
    ending = false;
    ended = true;
    super.releaseResources();
  }
}
