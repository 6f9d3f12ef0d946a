package io.redial.client.apache4;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpVersion;
import org.apache.http.message.BasicHttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.junit.jupiter.api.Test;

/** Rule 1.5: when a given-up response takes too long, its own connection is dropped, no other. */
final class KeptContentTest {
  private final AtomicInteger shutdowns = new AtomicInteger();
  private Runnable onTimeout;
  private KeptContent content;
  private boolean held;

  @Test
  void aConnectionThatTheClientHasBackIsLeftAlone() throws IOException {
    begin();
    content.complete();

    onTimeout.run(); // It was about to run when the body ended.
    content.shutDown();

    assertThat(shutdowns).hasValue(0);
    assertThat(content.complete).isTrue();
  }

  @Test
  void aBodyThatTakesTooLongLosesItsConnection() throws IOException {
    begin();

    onTimeout.run();

    assertThat(shutdowns).hasValue(1);
    assertThat(held).as("whether the body could not end meanwhile").isTrue();
  }

  private void begin() throws IOException {
    content =
        new KeptContent(
            new BasicHttpResponse(HttpVersion.HTTP_1_1, 503, "busy"), 100, true, null, this::later);
    content.read(new Empty(), new Control());
  }

  private Future<?> later(Runnable task) {
    onTimeout = task;
    return new CompletableFuture<>();
  }

  private static final class Empty implements ContentDecoder {
    @Override
    public int read(ByteBuffer to) {
      return 0;
    }

    @Override
    public boolean isCompleted() {
      return false;
    }
  }

  private final class Control implements IOControl {
    @Override
    public void requestInput() {}

    @Override
    public void suspendInput() {}

    @Override
    public void requestOutput() {}

    @Override
    public void suspendOutput() {}

    @Override
    public void shutdown() {
      shutdowns.incrementAndGet();
      held = Thread.holdsLock(content);
    }
  }
}
