package com.example.calls;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An order's lines, made as they are read: like a file being exported, they can be read once. */
public final class OrderLines extends InputStream {
  private final Iterator<String> parts;
  private byte[] part = new byte[0];
  private int position;

  private OrderLines(Iterator<String> parts) {
    this.parts = parts;
  }

  /** Lines numbered from 0, between a head and a tail. */
  public static InputStream stream(String head, int count, IntFunction<String> line, String tail) {
    Stream<String> lines = IntStream.range(0, count).mapToObj(line);
    return new OrderLines(
        Stream.concat(Stream.concat(Stream.of(head), lines), Stream.of(tail)).iterator());
  }

  @Override
  public int read() {
    return more() ? part[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!more()) {
      return -1;
    }
    int count = Math.min(length, part.length - position);
    System.arraycopy(part, position, bytes, offset, count);
    position += count;
    return count;
  }

  private boolean more() {
    while (position == part.length && parts.hasNext()) {
      part = parts.next().getBytes(StandardCharsets.UTF_8);
      position = 0;
    }
    return position < part.length;
  }
}
