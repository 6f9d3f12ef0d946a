package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.IOControl;

/**
 * The control that a producer keeps in order to request output later. It forwards to the connection
 * of the attempt that is currently sending. Thread-safe.
 */
final class StableControl implements IOControl {
  volatile IOControl control;

  @Override
  public void requestInput() {
    control.requestInput();
  }

  @Override
  public void suspendInput() {
    control.suspendInput();
  }

  @Override
  public void requestOutput() {
    control.requestOutput();
  }

  @Override
  public void suspendOutput() {
    control.suspendOutput();
  }

  @Override
  public void shutdown() throws IOException {
    control.shutdown();
  }
}
