package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.function.Supplier;
import org.apache.http.client.methods.HttpPut;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.client.methods.ZeroCopyPut;
import org.apache.http.nio.entity.HttpAsyncContentProducer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/** Uploads, named by an order's {@code upload}, that only an asynchronous client makes. */
final class Uploads {
  private Uploads() {}

  /** The producer that the order names, or another one if it names none. */
  static HttpAsyncRequestProducer orElse(Supplier<HttpAsyncRequestProducer> usual, Order order)
      throws IOException {
    byte[] bytes = order.bodyBytes();
    switch (order.get("upload", "")) {
      case "":
        return usual.get();
      case "zero-copy":
        File file = File.createTempFile("redial-subject", ".body");
        file.deleteOnExit();
        Files.write(file.toPath(), bytes);
        return new ZeroCopyPut(order.url(), file, ContentType.APPLICATION_OCTET_STREAM);
      case "pieces":
        return put(order, new Forgetful(bytes, 3_000, bytes.length));
      case "big-pieces":
        return put(order, new Forgetful(bytes, 200_000, bytes.length));
      case "big-pieces-chunked":
        return put(order, new Forgetful(bytes, 200_000, -1));
      default:
        throw new IllegalArgumentException(order.get("upload", ""));
    }
  }

  private static HttpAsyncRequestProducer put(Order order, Forgetful entity) {
    HttpPut put = new HttpPut(order.url());
    put.setEntity(entity);
    return HttpAsyncMethods.create(put);
  }

  /** Gives out a stream in pieces; a piece whose write fails is gone. */
  private static final class Forgetful extends AbstractHttpEntity
      implements HttpAsyncContentProducer {
    private final InputStream source;
    private final byte[] buffer;
    private final long length;
    private ByteBuffer piece;

    Forgetful(byte[] bytes, int size, long length) {
      this.source = new ByteArrayInputStream(bytes);
      this.buffer = new byte[size];
      this.length = length;
      setChunked(length < 0);
    }

    @Override
    public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
      ByteBuffer next = piece;
      if (next == null) {
        int count = source.read(buffer);
        if (count < 0) {
          encoder.complete();
          return;
        }
        next = ByteBuffer.wrap(buffer, 0, count);
      }
      piece = null;
      encoder.write(next);
      if (next.hasRemaining()) {
        piece = next;
      }
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public long getContentLength() {
      return length;
    }

    @Override
    public InputStream getContent() {
      throw new UnsupportedOperationException("asynchronous");
    }

    @Override
    public void writeTo(OutputStream out) {
      throw new UnsupportedOperationException("asynchronous");
    }

    @Override
    public boolean isStreaming() {
      return true;
    }

    @Override
    public void close() {}
  }
}
