package io.redial.client.apache4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.call.body.BodyCopy;
import io.redial.call.body.ReplayBuffer;
import io.redial.call.body.ReplayMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.http.HttpEntity;
import org.apache.http.entity.BasicHttpEntity;
import org.apache.http.entity.HttpEntityWrapper;
import org.apache.http.entity.InputStreamEntity;
import org.junit.jupiter.api.Test;

/** Rules 1.1 and 6.1, above all for entities that are nothing but a stream. */
final class CopiedEntityTest {
  private static final byte[] BODY = body(10_000);
  private static final List<Long> LENGTHS = List.of(-1L, 0L, 4_096L, 7_000L, 10_000L, 12_000L);

  private final ReplayMemory memory = new ReplayMemory(100_000);
  private final BodyCopy copy = new BodyCopy(new ReplayBuffer(memory, 50_000), () -> true);

  @Test
  void isWrittenAsTheClientsOwnEntityIsWhateverLengthItDeclares() throws IOException {
    for (long length : LENGTHS) {
      for (boolean basic : new boolean[] {false, true}) {
        Stream plain = new Stream();
        Stream ours = new Stream();
        Writes expected = new Writes();
        Writes first = new Writes();
        Writes second = new Writes();
        BodyCopy its = new BodyCopy(new ReplayBuffer(memory, 50_000), () -> true);

        entity(plain, length, basic).writeTo(expected);
        CopiedEntity entity = new CopiedEntity(entity(ours, length, basic), its);
        entity.writeTo(first);
        assertThat(ours.closes).as("%s %s", length, basic).isEqualTo(1);
        entity.writeTo(second);

        assertThat(first.all).as("%s %s", length, basic).isEqualTo(expected.all);
        assertThat(second.all).as("%s %s", length, basic).isEqualTo(expected.all);
        assertThat(ours.available()).isEqualTo(plain.available());
        entity.finish();
        assertThat(ours.closes).as("%s %s", length, basic).isEqualTo(1);
      }
    }
    assertThat(memory.held()).isZero();
  }

  @Test
  void theRestIsReadWhenARetrySendsIt() throws IOException {
    Stream stream = new Stream();
    CopiedEntity entity = new CopiedEntity(entity(stream, -1, false), copy);

    assertThatThrownBy(() -> entity.writeTo(new Broken())).isInstanceOf(SocketException.class);
    assertThat(stream.available()).isGreaterThan(5_000);
    assertThat(stream.closes).isZero();

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    entity.writeTo(out);
    assertThat(out.toByteArray()).isEqualTo(BODY);
    assertThat(stream.closes).isEqualTo(1);
  }

  @Test
  void aStreamThatNoRetryReadsIsClosedWithTheCall() {
    Stream stream = new Stream();
    CopiedEntity entity = new CopiedEntity(entity(stream, 10_000, false), copy);

    assertThatThrownBy(() -> entity.writeTo(new Broken())).isInstanceOf(SocketException.class);
    entity.finish();

    assertThat(stream.closes).isEqualTo(1);
    assertThat(memory.held()).isZero();
  }

  @Test
  void aStreamThatWasNeverSentIsLeftOpenAsByTheClient() {
    Stream stream = new Stream();

    new CopiedEntity(entity(stream, -1, false), copy).finish();

    assertThat(stream.closes).isZero();
  }

  @Test
  void aBodyThatOutgrowsTheCopyIsClosedWhenItsConnectionBreaks() {
    Stream stream = new Stream();
    BodyCopy small = new BodyCopy(new ReplayBuffer(memory, 100), () -> true);
    CopiedEntity entity = new CopiedEntity(entity(stream, -1, false), small);

    assertThatThrownBy(() -> entity.writeTo(new Broken())).isInstanceOf(SocketException.class);

    assertThat(small.repeatable()).isFalse();
    assertThat(stream.closes).isEqualTo(1);
  }

  @Test
  void aStreamThatFailsToCloseIsTheApplicationsToKnow() {
    Stream stream = new Stream();
    stream.failure = new IOException("no space left");
    CopiedEntity entity = new CopiedEntity(entity(stream, -1, false), copy);

    assertThatThrownBy(() -> entity.writeTo(new ByteArrayOutputStream())).isSameAs(stream.failure);

    assertThat(copy.repeatable()).isFalse();
  }

  @Test
  void anEntityThatWritesItselfIsAskedOnceForAllAttempts() throws IOException {
    Stream stream = new Stream();
    HttpEntity wrapper = new HttpEntityWrapper(entity(stream, -1, false));
    CopiedEntity entity = new CopiedEntity(wrapper, copy);
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    ByteArrayOutputStream second = new ByteArrayOutputStream();

    entity.writeTo(first);
    entity.writeTo(second);

    assertThat(first.toByteArray()).isEqualTo(BODY);
    assertThat(second.toByteArray()).isEqualTo(BODY);
    assertThat(stream.closes).isEqualTo(1);
  }

  private static HttpEntity entity(Stream stream, long length, boolean basic) {
    if (!basic) {
      return new InputStreamEntity(stream, length);
    }
    BasicHttpEntity entity = new BasicHttpEntity();
    entity.setContent(stream);
    entity.setContentLength(length);
    return entity;
  }

  private static byte[] body(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i % 251);
    }
    return bytes;
  }

  /** The application's stream. */
  private static final class Stream extends ByteArrayInputStream {
    private int closes;
    private IOException failure;

    Stream() {
      super(BODY);
    }

    @Override
    public void close() throws IOException {
      closes++;
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** What was written, piece by piece: a connection frames them as they come. */
  private static final class Writes extends OutputStream {
    private final List<String> all = new ArrayList<>();

    @Override
    public void write(int b) {
      throw new AssertionError("byte by byte");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      byte[] piece = Arrays.copyOfRange(bytes, offset, offset + length);
      all.add(length + ": " + Arrays.hashCode(piece));
    }
  }

  private static final class Broken extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new SocketException("Connection reset");
    }
  }
}
