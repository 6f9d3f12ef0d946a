package io.redial.client.apache4;

import io.redial.kernel.AsyncReplay;
import java.io.IOException;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;

/**
 * The control that a producer keeps in order to request output later. It forwards to the connection
 * of the attempt that was asked last.
 */
final class UploadControl implements IOControl {
  private final AsyncReplay<ContentEncoder, IOControl> body;

  UploadControl(AsyncReplay<ContentEncoder, IOControl> body) {
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
