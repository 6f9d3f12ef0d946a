package io.redial.subjects;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A body as far as the application has it, of which a test can ask how much that is by now. */
public final class Received extends ByteArrayOutputStream {
  /** Of a call. */
  public Received(Order order) {
    Releases.offer(order.key(), "received", this::size);
  }

  /** Notes how much there is by now, and what it is. */
  public void tell(Reply reply) {
    reply.put("received", size()).put("received.sha256", Seeded.sha256(toByteArray()));
  }

  /** Takes a stream to its end. */
  public byte[] whole(InputStream in) throws IOException {
    byte[] buffer = new byte[1000];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      write(buffer, 0, count);
    }
    return toByteArray();
  }

  /** Takes a stream to its end, line by line. */
  public byte[] lines(InputStream in) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      line(line);
    }
    return toByteArray();
  }

  /** Takes lines to their end. */
  public byte[] lines(Stream<String> lines) {
    lines.forEachOrdered(this::line);
    return toByteArray();
  }

  /** Between lines, not behind the last one. */
  private synchronized void line(String line) {
    byte[] bytes = ((size() == 0 ? "" : "\n") + line).getBytes(StandardCharsets.UTF_8);
    write(bytes, 0, bytes.length);
  }
}
