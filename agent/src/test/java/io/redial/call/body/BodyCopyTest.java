package io.redial.call.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/** Rules 6.3 to 6.5 for the bodies of blocking requests. */
final class BodyCopyTest {
  private final ReplayMemory memory = new ReplayMemory(1_000);
  private boolean worthWhile = true;
  private final BodyCopy body = new BodyCopy(new ReplayBuffer(memory, 100), () -> worthWhile);

  @Test
  void whatWasPushedOnceIsPushedAgainAndThenFreed() throws IOException {
    assertThat(pushed(out -> out.write(bytes("hello")))).isEqualTo("hello");
    assertThat(pushed(out -> out.write(bytes("never asked")))).isEqualTo("hello");
    assertThat(memory.held()).isPositive();

    body.commit();

    assertThat(memory.held()).isZero();
  }

  @Test
  void aCallThatIsOverWhileItStillPushesGivesTheCopyBack() throws IOException {
    String sent =
        pushed(
            out -> {
              out.write(bytes("he"));
              body.commit(); // The answer came early, and the attempt is past the copy.
              assertThat(memory.held()).isZero();
              out.write(bytes("llo"));
            });

    assertThat(sent).isEqualTo("hello");
    assertThat(memory.held()).isZero();
  }

  @Test
  void aCopyThatIsGoneDoesNotEndTheBodyEarly() throws IOException {
    pushed(
        out -> {
          out.write(bytes("he"));
          out.write(bytes("llo"));
        });
    OutputStream closing =
        new ByteArrayOutputStream() {
          @Override
          public void write(byte[] piece) {
            body.close();
          }
        };

    assertThatThrownBy(() -> body.push(closing, out -> {})).isInstanceOf(IOException.class);
  }

  @Test
  void aFlushThatFindsTheConnectionBrokenLeavesTheBodyRepeatable() throws IOException {
    OutputStream broken =
        new ByteArrayOutputStream() {
          @Override
          public void flush() throws IOException {
            throw new IOException("reset");
          }
        };

    assertThatThrownBy(
            () ->
                body.push(
                    broken,
                    out -> {
                      out.write(bytes("he"));
                      out.flush();
                      out.write(bytes("llo"));
                    }))
        .hasMessage("reset");

    assertThat(body.repeatable()).isTrue();
    assertThat(pushed(out -> out.write(bytes("never asked")))).isEqualTo("hello");
  }

  @Test
  void aSourceDoesNotGoOnForARetryThatCannotBe() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("reset");
          }
        };
    worthWhile = false;

    assertThatThrownBy(
            () ->
                body.push(
                    broken,
                    out -> {
                      out.write(bytes("he"));
                      throw new AssertionError("the source was asked for more");
                    }))
        .hasMessage("reset");

    assertThat(body.repeatable()).isFalse();
  }

  @Test
  void aConnectionThatBreaksLeavesAWholeCopyAndNothingAfterTheCall() throws IOException {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("reset");
          }
        };
    assertThatThrownBy(() -> body.push(broken, out -> out.write(bytes("hello"))))
        .hasMessage("reset");
    assertThat(body.repeatable()).isTrue();
    assertThat(pushed(out -> {})).isEqualTo("hello");

    body.commit();

    assertThat(memory.held()).isZero();
  }

  @Test
  void aSourceThatFailsIsNotRepeatedAndLeavesNothing() {
    assertThatThrownBy(
            () ->
                body.push(
                    new ByteArrayOutputStream(),
                    out -> {
                      out.write(bytes("he"));
                      throw new IOException("disk");
                    }))
        .hasMessage("disk");
    assertThat(body.repeatable()).isFalse();

    body.commit();

    assertThat(memory.held()).isZero();
  }

  @Test
  void aBodyThatOutgrowsTheCopyIsPushedWholeAndHeldNoMore() throws IOException {
    assertThat(pushed(out -> out.write(new byte[200]))).hasSize(200);

    assertThat(body.repeatable()).isFalse();
    assertThat(memory.held()).isZero();
  }

  @Test
  void aStreamIsPulledAgainFromTheCopyAndThenFromItself() throws IOException {
    InputStream source = new ByteArrayInputStream(bytes("hello"));
    byte[] start = new byte[2];
    assertThat(body.pull(source).read(start)).isEqualTo(2);

    assertThat(body.pull(source).readAllBytes()).isEqualTo(bytes("hello"));
    body.fence();
    body.commit();

    assertThat(memory.held()).isZero();
  }

  /** A reader that looks for the end twice, as buffers and filters do, is told of it twice. */
  @Test
  void aStreamThatWasReadToItsEndStaysAtItsEndWhenTheCallIsOver() throws IOException {
    InputStream attempt = body.pull(new ByteArrayInputStream(bytes("hello")));
    assertThat(attempt.readNBytes(5)).hasSize(5);
    body.commit(); // The answer came early.

    assertThat(attempt.read()).isEqualTo(-1);
    assertThat(attempt.read()).isEqualTo(-1);
    assertThat(memory.held()).isZero();
  }

  private String pushed(BodyCopy.Source source) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    body.push(out, source);
    return out.toString(UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
