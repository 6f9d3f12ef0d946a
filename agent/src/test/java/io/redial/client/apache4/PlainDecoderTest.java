package io.redial.client.apache4;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.http.nio.ContentDecoder;
import org.junit.jupiter.api.Test;

/** Rule 1.4: what a consumer reads after a fault. */
final class PlainDecoderTest {
  @Test
  void whatRedialHasComesBeforeWhatTheClientBrings() throws IOException {
    PlainDecoder decoder = new PlainDecoder(new Connection("ef"), bytes("ab"), bytes("cd"));

    assertThat(decoder.left()).isEqualTo(4);
    assertThat(read(decoder, 3)).isEqualTo("abc");
    assertThat(read(decoder, 9)).isEqualTo("d");
    assertThat(decoder.left()).isZero();
    assertThat(read(decoder, 9)).isEqualTo("ef");
  }

  @Test
  void itIsCompletedWhenAllOfThatIsRead() throws IOException {
    PlainDecoder decoder = new PlainDecoder(new Connection(""), bytes("ab"));

    assertThat(decoder.isCompleted()).isFalse();
    assertThat(read(decoder, 9)).isEqualTo("ab");
    assertThat(decoder.isCompleted()).isTrue();
  }

  @Test
  void nothingIsReadFromAConnectionThatIsOfNoUse() throws IOException {
    PlainDecoder decoder = new PlainDecoder(new Connection("cd"), bytes("ab"));
    decoder.end(false);

    assertThat(read(decoder, 9)).isEqualTo("ab");
    assertThat(decoder.read(ByteBuffer.allocate(1))).isZero();
    assertThat(decoder.isCompleted()).isFalse();
  }

  @Test
  void theOrderlyEndComesAfterWhatIsLeft() throws IOException {
    PlainDecoder decoder = new PlainDecoder(null, bytes("ab"));
    decoder.end(true);

    assertThat(decoder.isCompleted()).isFalse();
    assertThat(read(decoder, 9)).isEqualTo("ab");
    assertThat(decoder.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    assertThat(decoder.isCompleted()).isTrue();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String read(ContentDecoder from, int most) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(most);
    from.read(into);
    return new String(Arrays.copyOf(into.array(), into.position()), StandardCharsets.US_ASCII);
  }

  /** Brings that at once. */
  private static final class Connection implements ContentDecoder {
    private final ByteBuffer bytes;

    Connection(String text) {
      this.bytes = bytes(text);
    }

    @Override
    public int read(ByteBuffer into) {
      if (!bytes.hasRemaining()) {
        return -1;
      }
      int count = bytes.remaining();
      into.put(bytes);
      return count;
    }

    @Override
    public boolean isCompleted() {
      return !bytes.hasRemaining();
    }
  }
}
