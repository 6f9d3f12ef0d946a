package io.redial.client.apache4;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.stream.OpenPlan;
import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.FileContentDecoder;
import org.junit.jupiter.api.Test;

/** Rule 10.5: what a consumer reads of a stream that its plan has to see. */
final class PartDecoderTest {
  private final Plan plan = new Plan();
  private final SeenContent seen = new SeenContent();

  @Test
  void bytesThatAPlanReturnsUntouchedAreReadOnce() throws IOException {
    PartDecoder part = PartDecoder.of(new Connection("ab", "", "cd"), plan, seen);

    assertThat(read(part, 1)).isEqualTo("a");
    assertThat(read(part, 9)).isEqualTo("b");
    assertThat(read(part, 9)).isEmpty();
    assertThat(read(part, 9)).isEqualTo("cd");
    assertThat(read(part, 9)).isEmpty();
    assertThat(seen.isEmpty()).isTrue();
  }

  @Test
  void moreIsReadFromTheConnectionUntilThePlanLetsSomethingThrough() throws IOException {
    plan.holdsBack = 2;
    PartDecoder part = PartDecoder.of(new Connection("ab", "cd", "ef"), plan, seen);

    assertThat(read(part, 9)).isEqualTo("ef");
  }

  @Test
  void nothingIsReadAfterThePlanHasDroppedTheConnection() throws IOException {
    plan.next = StreamPlan.Next.RESTART;
    PartDecoder part = PartDecoder.of(new Connection("ab", "cd"), plan, seen);

    assertThat(read(part, 1)).isEqualTo("a");
    assertThat(read(part, 9)).isEqualTo("b");
    assertThat(read(part, 9)).isEmpty();
    assertThat(part.next).isEqualTo(StreamPlan.Next.RESTART);
  }

  @Test
  void theEndOfTheConnectionIsNotTheEndOfTheStream() throws IOException {
    PartDecoder part = PartDecoder.of(new Connection(), plan, seen);

    assertThat(part.read(ByteBuffer.allocate(1))).isZero();
    assertThat(part.isCompleted()).isFalse();
    seen.end();
    assertThat(part.isCompleted()).isTrue();
  }

  @Test
  void itCannotBeWrittenIntoAFilePastThePlan() {
    assertThat(PartDecoder.of(new Connection(), plan, seen))
        .isNotInstanceOf(FileContentDecoder.class);
  }

  private static String read(ContentDecoder from, int most) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(most);
    from.read(into);
    return new String(Arrays.copyOf(into.array(), into.position()), StandardCharsets.US_ASCII);
  }

  /** Brings these pieces; nothing for now where one is empty. */
  private static final class Connection implements ContentDecoder {
    private final Queue<String> pieces;

    Connection(String... pieces) {
      this.pieces = new ArrayDeque<>(List.of(pieces));
    }

    @Override
    public int read(ByteBuffer into) {
      String piece = pieces.poll();
      if (piece == null) {
        return -1;
      }
      into.put(piece.getBytes(StandardCharsets.US_ASCII));
      return piece.length();
    }

    @Override
    public boolean isCompleted() {
      return pieces.isEmpty();
    }
  }

  /** Returns the very bytes that it takes. */
  private static final class Plan extends OpenPlan {
    Next next = Next.READ;
    int holdsBack;

    @Override
    public ByteBuffer take(ByteBuffer bytes) {
      if (holdsBack > 0) {
        holdsBack--;
        return ByteBuffer.allocate(0);
      }
      return bytes;
    }

    @Override
    public Next next() {
      return next;
    }
  }
}
