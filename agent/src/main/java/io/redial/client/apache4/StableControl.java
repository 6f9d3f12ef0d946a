package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.nio.IOControl;

/**
 * What a producer that waits for its data holds to ask for output later: leads to the connection of
 * the attempt that sends at that moment. Thread-safe.
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
