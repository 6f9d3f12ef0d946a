package io.redial.client.apache4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.call.SystemTimer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.AbstractAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;
import org.junit.jupiter.api.Test;

/** Rules 10.3 to 10.5: a stream that is idle owes its consumer nothing. */
final class ContentDeliveryTest {
  private final Reader reader = new Reader();
  private final AtomicInteger deliveries = new AtomicInteger();
  private final ContentDelivery<String> delivery =
      new ContentDelivery<>(
          reader,
          new SystemTimer(),
          () -> {},
          deliveries::incrementAndGet,
          thrown -> reader.failure = thrown);

  @Test
  void aConsumerThatReadsLittleAtATimeGetsAllThatIsThere() throws IOException {
    reader.atOnce = 2;

    bring("event");

    assertThat(reader.text()).isEqualTo("event");
  }

  @Test
  void whatASuspendedConsumerHasLeftComesWhenItRequestsInput() throws IOException {
    reader.atOnce = 2;
    reader.suspends = true;
    bring("event");
    assertThat(reader.text()).isEqualTo("ev");

    delivery.connection().requestInput();
    await().until(() -> reader.text().equals("even"));
    delivery.connection().requestInput();

    await().until(() -> reader.text().equals("event"));
    await().untilAsserted(() -> assertThat(deliveries).hasValue(1));
  }

  @Test
  void aConsumerThatDoesNotReadIsAskedAgain() throws IOException {
    reader.refusals.set(2);

    bring("event");
    assertThat(reader.text()).isEmpty();

    await().until(() -> reader.text().equals("event"));
  }

  @Test
  void theOrderlyEndIsToldAfterWhatIsLeft() throws IOException {
    reader.suspends = true;
    reader.atOnce = 3;
    bring("event");
    delivery.seen.add(bytes("s"));
    delivery.seen.end();
    assertThat(delivery.isDelivered()).isFalse();

    delivery.connection().requestInput();
    await().until(() -> reader.text().equals("events"));

    await().untilAsserted(() -> assertThat(deliveries).hasValue(1));
    assertThat(reader.ends).hasValue(1);
  }

  @Test
  void aConsumerThatDoesNotLookForTheEndIsNotWaitedFor() throws IOException {
    delivery.seen.end();
    reader.refusals.set(1);

    assertThat(delivery.isDelivered()).isTrue();
  }

  @Test
  void nothingIsDeliveredOnceItIsStopped() throws IOException {
    reader.suspends = true;
    reader.atOnce = 1;
    bring("event");

    delivery.stopped = true;
    delivery.connection().requestInput();

    assertThat(delivery.isDelivered()).isTrue();
    assertThat(reader.text()).isEqualTo("e");
  }

  @Test
  void whatTheConsumerThrowsLaterIsReported() throws IOException {
    reader.suspends = true;
    reader.atOnce = 1;
    bring("event");
    IOException thrown = new IOException("of the application");
    reader.throwing = thrown;

    delivery.connection().requestInput();

    await().untilAsserted(() -> assertThat(reader.failure).isSameAs(thrown));
  }

  /** A connection brings that much, and then nothing more. */
  private void bring(String text) throws IOException {
    delivery.seen.bytes = bytes(text);
    delivery.offer(delivery.seen);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads as it is told to. */
  private static final class Reader extends AbstractAsyncResponseConsumer<String> {
    private final AtomicReference<String> text = new AtomicReference<>("");
    final AtomicInteger refusals = new AtomicInteger();
    final AtomicInteger ends = new AtomicInteger();
    volatile int atOnce = 100;
    volatile boolean suspends;
    volatile IOException throwing;
    volatile Throwable failure;

    String text() {
      return text.get();
    }

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      if (throwing != null) {
        throw throwing;
      }
      if (refusals.get() > 0) {
        refusals.decrementAndGet();
        return;
      }
      ByteBuffer into = ByteBuffer.allocate(atOnce);
      decoder.read(into);
      if (decoder.isCompleted()) {
        ends.incrementAndGet();
      }
      String read =
          new String(Arrays.copyOf(into.array(), into.position()), StandardCharsets.US_ASCII);
      text.updateAndGet(before -> before + read);
      if (suspends) {
        control.suspendInput();
      }
    }

    @Override
    protected void onResponseReceived(HttpResponse response) {}

    @Override
    protected void onEntityEnclosed(HttpEntity entity, ContentType type) {}

    @Override
    protected String buildResult(HttpContext context) {
      return text();
    }

    @Override
    protected void releaseResources() {}
  }
}
