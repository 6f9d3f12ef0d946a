package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.IOControl;

/**
 * The control that a producer keeps to ask for output later. It leads to the connection of the
 * attempt that is sending at that moment. Thread-safe.
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
