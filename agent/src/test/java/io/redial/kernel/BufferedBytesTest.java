package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever comes and is given, what is kept is what has come and was not given. */
final class BufferedBytesTest {

  @Property
  @Rule("1.4")
  void isWhatWasNotGiven(
      @ForAll @Size(max = 30) List<@IntRange(max = 2_000) Integer> pieces,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(max = 100) Integer> percents) {
    BufferedBytes kept = new BufferedBytes();
    Deque<Byte> expected = new ArrayDeque<>();
    byte next = 0;
    for (int i = 0; i < pieces.size(); i++) {
      ByteBuffer piece = ByteBuffer.allocate(pieces.get(i) + 5);
      piece.position(3);
      while (piece.remaining() > 2) {
        expected.add(next);
        piece.put(next++);
      }
      piece.limit(piece.position()).position(3);
      kept.add(Collections.singletonList(piece));
      int given = expected.size() * percents.get(i % percents.size()) / 100;
      kept.drop(given);
      for (int j = 0; j < given; j++) {
        expected.remove();
      }

      assertThat(piece.remaining()).isEqualTo(pieces.get(i));
      assertThat(kept.size()).isEqualTo(expected.size());
      for (ByteBuffer bytes : kept.piece()) {
        for (byte one : expected) {
          assertThat(bytes.get()).isEqualTo(one);
        }
        assertThat(bytes.hasRemaining()).isFalse();
      }
      assertThat(kept.piece()).hasSize(expected.isEmpty() ? 0 : 1);
    }
  }
}
