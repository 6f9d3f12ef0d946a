package io.redial.client.apache4;

import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.ConnectionClosedException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;

/** Offers the content of {@link PlainContent} to the consumer. Used by one thread at a time. */
final class PlainReading<T> {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final AsyncAttempt<T> first;
  private final HttpAsyncResponseConsumer<T> consumer;
  private final ApplicationContent<T> content;
  private PlainDecoder decoder;
  private IOControl control;

  PlainReading(
      AsyncAttempt<T> first, HttpAsyncResponseConsumer<T> consumer, ApplicationContent<T> content) {
    this.first = first;
    this.consumer = consumer;
    this.content = content;
    this.control = content == null ? null : content.connection;
  }

  /** Offers content that has arrived on the attempt's own connection. */
  void read(ContentDecoder from, IOControl connection) throws IOException {
    PartDecoder part = content == null ? null : content.part;
    if (decoder == null) {
      decoder = part != null ? part.leave(null) : HeldContent.plain(first.held, from);
    }
    IOException cut = part == null ? null : part.cut;
    if (cut == null && isLost()) {
      cut = new ConnectionClosedException("Connection closed"); // So that the client drops it.
    }
    if (cut != null) {
      decoder.end(false);
    }
    if (content == null) {
      control = connection;
    } else if (!content.connection.stayWith(connection) && cut == null) {
      return;
    }
    if (cut == null || decoder.left() > 0) {
      offer();
    }
    if (cut != null) {
      throw cut;
    }
  }

  /** Returns whether nothing that still arrives may be used. */
  private boolean isLost() {
    if (content == null) {
      return false;
    }
    PartDecoder part = content.part;
    return content.plan.isSurrendered() || (part != null && part.next != Next.READ);
  }

  private void offer() throws IOException {
    int before;
    do {
      before = decoder.left();
      consumer.consumeContent(decoder, control);
    } while (decoder.left() > 0 && decoder.left() < before && !isDoneOrSuspended());
  }

  private boolean isDoneOrSuspended() {
    return consumer.isDone() || (content != null && content.connection.suspended);
  }

  /** Offers what Redial still has of the content. */
  void goOn() throws IOException {
    if (decoder == null && content != null && content.part != null) {
      decoder = content.part.leave(null);
    }
    if (decoder != null && decoder.left() > 0 && !isDoneOrSuspended()) {
      offer();
    }
  }

  /**
   * Offers what is left, and the end, after which nothing more arrives.
   *
   * @return false if the consumer has left some of it
   */
  boolean isRead(boolean inOrder) throws IOException {
    if (decoder == null) {
      decoder = whatIsLeft();
    }
    decoder.end(inOrder);
    boolean ends = inOrder && content != null && !content.verbatim && !content.delivery.seen.told;
    if ((decoder.left() > 0 || ends) && !isDoneOrSuspended()) {
      offer();
    }
    return decoder.left() == 0 || consumer.isDone();
  }

  private PlainDecoder whatIsLeft() {
    if (content == null) {
      return HeldContent.plain(first.held, null);
    }
    PartDecoder part = content.part;
    if (part != null && part.plain != null && !content.isResumed() && !isLost()) {
      return part.plain;
    }
    ByteBuffer through = content.delivery.seen.bytes;
    ByteBuffer last = content.remainder;
    content.delivery.seen.bytes = NOTHING;
    return new PlainDecoder(null, through, content.plan.heldBack(), last == null ? NOTHING : last);
  }
}
