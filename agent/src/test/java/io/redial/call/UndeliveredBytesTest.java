package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever comes and is given, what is held back is what has come and was not given. */
final class UndeliveredBytesTest {

  @Property
  @Rule("1.4")
  void isWhatWasNotGiven(
      @ForAll @Size(max = 30) List<@IntRange(max = 2_000) Integer> pieces,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(max = 100) Integer> percents) {
    UndeliveredBytes held = new UndeliveredBytes();
    Deque<Byte> expected = new ArrayDeque<>();
    byte next = 0;
    for (int i = 0; i < pieces.size(); i++) {
      ByteBuffer piece = ByteBuffer.allocate(pieces.get(i) + 5);
      piece.position(3);
      while (piece.remaining() > 2) {
        expected.add(next);
        piece.put(next++);
      }
      int given = expected.size() * percents.get(i % percents.size()) / 100;
      held.add(piece, 3, piece.capacity() - 2, given);
      for (int j = 0; j < given; j++) {
        expected.remove();
      }

      ByteBuffer bytes = held.bytes();
      assertThat(bytes.remaining()).isEqualTo(expected.size());
      for (byte one : expected) {
        assertThat(bytes.get()).isEqualTo(one);
      }
    }
  }
}
