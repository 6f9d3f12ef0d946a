package io.redial.client.apache5;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.junit.jupiter.api.Test;

/** Rule 10.5: a body that comes from one connection after the other never stalls. */
final class RelayedCapacityTest {
  private static final int FIRST_WINDOW = 100;

  private final RelayedCapacity capacity = new RelayedCapacity();
  private final Connection first = new Connection();
  private final Connection second = new Connection();
  private final Consumer consumer = new Consumer();

  @Test
  @Rule("10.5")
  void whatAConsumerGrantedOnceAndForAllHoldsForTheNextConnection() throws IOException {
    consumer.grantsAtOnce = Integer.MAX_VALUE;
    first.bringsItsFirstWindow();
    capacity.use(50);
    capacity.leave();
    second.bringsItsFirstWindow();

    assertThat(consumer.asked).isEqualTo(1);
    assertThat(second.granted).isEqualTo(Integer.MAX_VALUE - 50 - FIRST_WINDOW);
  }

  @Test
  @Rule("10.5")
  void aConsumerThatHasUsedUpWhatItGrantedIsAsked() throws IOException {
    consumer.grantsAtOnce = 10;
    first.bringsItsFirstWindow();
    capacity.use(5);
    capacity.leave();
    second.bringsItsFirstWindow();

    assertThat(consumer.asked).isEqualTo(2);
    assertThat(second.granted).isEqualTo(10);
  }

  @Test
  @Rule("10.5")
  void theChannelThatAConsumerKeptReachesTheNextConnection() throws IOException {
    first.bringsItsFirstWindow();
    capacity.leave();
    second.bringsItsFirstWindow();
    consumer.kept.update(7);

    assertThat(first.granted).isZero();
    assertThat(second.granted).isEqualTo(7);
  }

  @Test
  @Rule("10.5")
  void whatIsGrantedBetweenTwoConnectionsIsForTheNext() throws IOException {
    first.bringsItsFirstWindow();
    capacity.leave();
    consumer.kept.update(FIRST_WINDOW + 30);
    second.bringsItsFirstWindow();

    assertThat(first.granted).isZero();
    assertThat(second.granted).isEqualTo(30);
  }

  @Test
  @Rule("10.5")
  void aConnectionThatBreaksOffWithinItsFirstWindowLeavesNothing() throws IOException {
    consumer.grantsAtOnce = 10;
    capacity.use(FIRST_WINDOW - 1);
    capacity.leave();
    second.bringsItsFirstWindow();

    assertThat(consumer.asked).isEqualTo(1);
    assertThat(second.granted).isEqualTo(10);
  }

  @Test
  @Rule("10.5")
  void whatIsGrantedWithinTheNextConnectionsFirstWindowReachesIt() throws IOException {
    first.bringsItsFirstWindow();
    consumer.kept.update(FIRST_WINDOW);
    capacity.leave();
    capacity.use(FIRST_WINDOW);
    consumer.kept.update(FIRST_WINDOW);
    capacity.updateFrom(second, consumer::updateCapacity);

    assertThat(second.granted).isEqualTo(FIRST_WINDOW);
  }

  @Test
  @Rule("10.5")
  void bytesThatTheApplicationNeverSeesAreGrantedInItsPlace() throws IOException {
    first.bringsItsFirstWindow();
    capacity.use(70, 30);

    assertThat(first.granted).isEqualTo(40);
  }

  @Test
  @Rule("10.5")
  void bytesThatWereHeldBackAreNotGrantedTwice() throws IOException {
    first.bringsItsFirstWindow();
    consumer.kept.update(FIRST_WINDOW);
    capacity.use(40, 0);
    capacity.use(60, 100);
    consumer.kept.update(100);

    assertThat(first.granted).isEqualTo(FIRST_WINDOW + 100);
  }

  @Test
  @Rule("10.5")
  void aFirstWindowOfBytesThatAreHeldBackDoesNotStall() throws IOException {
    capacity.use(FIRST_WINDOW, 0);
    capacity.updateFrom(first, consumer::updateCapacity);

    assertThat(first.granted).isEqualTo(FIRST_WINDOW);
  }

  @Test
  @Rule("10.5")
  void aConsumerThatGrantsLittleIsAskedUntilTheConnectionGetsSome() throws IOException {
    consumer.grantsAtOnce = 10;
    first.bringsItsFirstWindow();
    capacity.use(50, 0);
    capacity.use(10, 60);
    int before = first.granted;
    capacity.updateFrom(first, consumer::updateCapacity);

    assertThat(before).isEqualTo(60);
    assertThat(consumer.asked).isEqualTo(7);
    assertThat(first.granted).isEqualTo(70);
  }

  private final class Connection implements CapacityChannel {
    private int granted;

    void bringsItsFirstWindow() throws IOException {
      capacity.use(FIRST_WINDOW);
      capacity.updateFrom(this, consumer::updateCapacity);
    }

    @Override
    public void update(int increment) {
      granted += increment;
    }
  }

  private static final class Consumer implements AsyncDataConsumer {
    private int grantsAtOnce;
    private int asked;
    private CapacityChannel kept;

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
      asked++;
      kept = channel;
      if (grantsAtOnce > 0) {
        channel.update(grantsAtOnce);
      }
    }

    @Override
    public void consume(ByteBuffer bytes) {
      throw new IllegalStateException();
    }

    @Override
    public void streamEnd(List<? extends Header> trailers) {
      throw new IllegalStateException();
    }

    @Override
    public void releaseResources() {
      throw new IllegalStateException();
    }
  }
}
