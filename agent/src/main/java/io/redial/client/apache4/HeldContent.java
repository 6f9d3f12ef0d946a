package io.redial.client.apache4;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.FileContentDecoder;

/**
 * A response that the application's consumer gets only with the first byte of its body (rule 10.6).
 * Whether the byte has arrived can only be found out by reading it. Used by one thread at a time.
 */
final class HeldContent {
  final HttpResponse response;
  private final ByteBuffer first = ByteBuffer.allocate(1);

  /** Whether the first byte has arrived. */
  private boolean begun;

  /** Whether the application's consumer has the head, or is about to get it. */
  boolean told;

  /** The decoder that the consumer reads from; null while the response is held back. */
  private ContentDecoder decoder;

  HeldContent(HttpResponse response) {
    this.response = response;
  }

  /** Returns whether neither a byte nor the end has arrived so far. */
  boolean isHeld() {
    return decoder == null;
  }

  /** Tries to read the first byte; returns false if neither it nor the end has arrived. */
  boolean begin(ContentDecoder from) throws IOException {
    int count = from.read(first);
    if (count > 0) {
      first.flip();
      begun = true;
      decoder =
          from instanceof FileContentDecoder
              ? new ToFile((FileContentDecoder) from, first)
              : new Begun(from, first);
    } else if (count < 0 || from.isCompleted()) {
      HttpEntity entity = response.getEntity();
      if (entity != null && entity.getContentLength() > 0) { // Old decoders do not check this.
        throw new ConnectionClosedException(
            "Premature end of Content-Length delimited message body");
      }
      decoder = from;
    }
    return decoder != null;
  }

  /** Returns the decoder of the whole content, the first byte included. */
  ContentDecoder decoder() {
    return decoder;
  }

  /**
   * Returns whether the client has read all of the content while the consumer has yet to get its
   * only byte.
   */
  boolean isUnread(ContentDecoder from) {
    return decoder != from && first.hasRemaining() && from.isCompleted();
  }

  /**
   * Returns the decoder of the whole content after an internal fault, whether or not the first byte
   * has arrived.
   */
  static PlainDecoder plain(HeldContent held, ContentDecoder from) {
    return held != null && held.begun ? new PlainDecoder(from, held.first) : new PlainDecoder(from);
  }

  /**
   * Returns a decoder of {@code before} and then of all that is left in a decoder, which may be one
   * that {@link #decoder()} returned.
   */
  static PlainDecoder plain(ContentDecoder from, ByteBuffer... before) {
    if (!(from instanceof Begun)) {
      return new PlainDecoder(from, before);
    }
    Begun begun = (Begun) from;
    ByteBuffer[] all = Arrays.copyOf(before, before.length + 1);
    all[before.length] = begun.first;
    return new PlainDecoder(begun.rest, all);
  }

  private static class Begun implements ContentDecoder {
    final ContentDecoder rest;
    final ByteBuffer first;

    Begun(ContentDecoder rest, ByteBuffer first) {
      this.rest = rest;
      this.first = first;
    }

    @Override
    public final int read(ByteBuffer into) throws IOException {
      if (!first.hasRemaining()) {
        return rest.read(into);
      }
      if (!into.hasRemaining()) {
        return 0;
      }
      into.put(first.get());
      return 1;
    }

    @Override
    public final boolean isCompleted() {
      return !first.hasRemaining() && rest.isCompleted();
    }
  }

  /** A decoder that can write into a file. Consumers test whether a decoder can do so. */
  private static final class ToFile extends Begun implements FileContentDecoder {
    private final FileContentDecoder file;

    ToFile(FileContentDecoder rest, ByteBuffer first) {
      super(rest, first);
      this.file = rest;
    }

    @Override
    public long transfer(FileChannel into, long position, long count) throws IOException {
      return first.hasRemaining() && into != null && count > 0
          ? into.write(first, position)
          : file.transfer(into, position, count);
    }
  }
}
