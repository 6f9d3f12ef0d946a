package io.redial.client.apache5;

import io.redial.kernel.AsyncReplay;
import io.redial.kernel.UploadSink;
import io.redial.kernel.UploadSource.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** The only channel that a producer which is not repeatable writes to. */
final class UploadChannel implements DataStreamChannel {

  /**
   * The channel of an attempt's connection. An attempt that may not send any more ends its HTTP/1.1
   * connection, or its HTTP/2 stream without the connection, which other calls use. An {@code
   * IOException} would end both.
   */
  static final UploadSink<DataStreamChannel, DataStreamChannel> SINK =
      UploadSink.<DataStreamChannel, List<? extends Header>>shared(
          DataStreamChannel::write,
          DataStreamChannel::endStream,
          DataStreamChannel::endStream,
          DataStreamChannel::requestOutput,
          ProtocolException::new);

  /** The application's producer. */
  static final Methods<AsyncRequestProducer, DataStreamChannel, DataStreamChannel> PRODUCER =
      new Methods<>(
          SINK,
          AsyncRequestProducer::produce,
          AsyncRequestProducer::releaseResources,
          AsyncRequestProducer::available,
          AsyncRequestProducer::isRepeatable,
          AsyncRequestProducer::failed);

  private final AsyncReplay<DataStreamChannel, DataStreamChannel> body;

  UploadChannel(AsyncReplay<DataStreamChannel, DataStreamChannel> body) {
    this.body = body;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    return body.write(bytes);
  }

  @Override
  public void endStream() throws IOException {
    body.end(null);
  }

  @Override
  public void endStream(List<? extends Header> trailers) throws IOException {
    body.end(trailers);
  }

  @Override
  public void requestOutput() {
    body.requestOutput();
  }
}
