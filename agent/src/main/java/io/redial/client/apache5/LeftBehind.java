package io.redial.client.apache5;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * Finds out whether the library's buffering producers leave bytes behind. Before core 5.4, bytes
 * that were in the buffer when an attempt broke off are sent again in front of the repeated body.
 * This is tried out once, because no version number shows it.
 */
final class LeftBehind {
  private static final String ABSTRACT = ".nio.entity.Abstract";

  private static volatile boolean known;
  private static volatile boolean left;

  private LeftBehind() {}

  /**
   * Returns whether a producer may leave bytes behind. Its type is compared by name, because a
   * build may have left the classes out.
   */
  static boolean by(Object producer) {
    for (Class<?> type = producer.getClass(); type != Object.class; type = type.getSuperclass()) {
      String name = type.getName();
      if (name.endsWith(ABSTRACT + "CharAsyncEntityProducer")
          || name.endsWith(ABSTRACT + "BinAsyncEntityProducer")) {
        if (!known) {
          left = tried(type);
          known = true;
        }
        return left;
      }
    }
    return false;
  }

  private static boolean tried(Class<?> type) {
    return FaultBoundary.ask(FaultLog.NONE, "HttpClient 5 producer", () -> leaves(type), true);
  }

  private static boolean leaves(Class<?> type) throws ReflectiveOperationException {
    String folder = type.getName().substring(0, type.getName().lastIndexOf('.') + 1);
    Class<?> ownClass =
        Class.forName(folder + "StringAsyncEntityProducer", true, type.getClassLoader());
    Object text = ownClass.getConstructor(CharSequence.class).newInstance("x");
    Method produce = ownClass.getMethod("produce", DataStreamChannel.class);
    produce.invoke(text, new Channel(0));
    ownClass.getMethod("releaseResources").invoke(text);
    Channel again = new Channel(Integer.MAX_VALUE);
    produce.invoke(text, again);
    return again.written != 1;
  }

  /** A channel that takes at most {@code room} bytes in each write. */
  private static final class Channel implements DataStreamChannel {
    private final int room;
    private int written;

    Channel(int room) {
      this.room = room;
    }

    @Override
    public void requestOutput() {}

    @Override
    public int write(ByteBuffer bytes) {
      int count = Math.min(room, bytes.remaining());
      bytes.position(bytes.position() + count);
      written += count;
      return count;
    }

    @Override
    public void endStream() throws IOException {}

    @Override
    public void endStream(List<? extends Header> trailers) throws IOException {}
  }
}
