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
 * A response that the application's consumer gets with the first byte of its body (rule 10.6).
 * Whether there is one can only be told by reading it. Used by one thread at a time.
 */
final class HeldContent {
  final HttpResponse response;
  private final ByteBuffer first = ByteBuffer.allocate(1);

  /** Whether the first byte has come. */
  private boolean begun;

  /** Whether the application's consumer has the head, or is about to get it. */
  boolean told;

  /** What the consumer reads from; null as long as the response is held back. */
  private ContentDecoder decoder;

  HeldContent(HttpResponse response) {
    this.response = response;
  }

  /** Whether neither a byte nor the end has come so far. */
  boolean isHeld() {
    return decoder == null;
  }

  /** Looks for the first byte or the end; false if neither has come. */
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
      if (entity != null && entity.getContentLength() > 0) { // Old decoders do not notice.
        throw new ConnectionClosedException(
            "Premature end of Content-Length delimited message body");
      }
      decoder = from;
    }
    return decoder != null;
  }

  /** What brings all of the content, the first byte included. */
  ContentDecoder decoder() {
    return decoder;
  }

  /**
   * Whether the client has read all of the content while the consumer has not got its only byte.
   */
  boolean isUnread(ContentDecoder from) {
    return decoder != from && first.hasRemaining() && from.isCompleted();
  }

  /** After a fault: the same without Redial, whatever has come so far. */
  static PlainDecoder plain(HeldContent held, ContentDecoder from) {
    return held != null && held.begun ? new PlainDecoder(from, held.first) : new PlainDecoder(from);
  }

  /** The same for a decoder that may be one of these. */
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

  /** It writes what has come into a file. Consumers test whether a decoder can do so. */
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
