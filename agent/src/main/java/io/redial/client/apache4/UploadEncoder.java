package io.redial.client.apache4;

import io.redial.kernel.AsyncReplay;
import io.redial.kernel.UploadSink;
import io.redial.kernel.UploadSource.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * What a producer writes to whose content is copied. It is not a {@code FileContentEncoder}, so
 * that no bytes bypass it.
 */
final class UploadEncoder implements ContentEncoder {

  /** The encoder of an attempt's connection, and the control of its output. */
  static final UploadSink<ContentEncoder, IOControl> SINK =
      UploadSink.lent(
          ContentEncoder::write,
          ContentEncoder::complete,
          ContentEncoder::isCompleted,
          IOControl::requestOutput);

  /** The application's producer. */
  static final Methods<HttpAsyncRequestProducer, ContentEncoder, IOControl> PRODUCER =
      new Methods<>(
          SINK, HttpAsyncRequestProducer::produceContent, HttpAsyncRequestProducer::resetRequest);

  private final AsyncReplay<ContentEncoder, IOControl> body;

  UploadEncoder(AsyncReplay<ContentEncoder, IOControl> body) {
    this.body = body;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    return body.write(source);
  }

  @Override
  public void complete() throws IOException {
    body.end(null);
  }

  @Override
  public boolean isCompleted() {
    return body.isComplete();
  }

  /**
   * The control that a producer keeps in order to request output later. It forwards to the
   * connection of the attempt that was asked last.
   */
  static final class Control implements IOControl {
    private final AsyncReplay<ContentEncoder, IOControl> body;

    Control(AsyncReplay<ContentEncoder, IOControl> body) {
      this.body = body;
    }

    @Override
    public void requestInput() {
      body.control().requestInput();
    }

    @Override
    public void suspendInput() {
      body.control().suspendInput();
    }

    @Override
    public void requestOutput() {
      body.control().requestOutput();
    }

    @Override
    public void suspendOutput() {
      body.control().suspendOutput();
    }

    @Override
    public void shutdown() throws IOException {
      body.control().shutdown();
    }
  }
}
