package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Uploads.Upload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.StreamChannel;
import org.apache.hc.core5.http.nio.entity.AbstractBinAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.AbstractCharAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducerWrapper;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DigestingEntityProducer;
import org.apache.hc.core5.http.nio.entity.FileEntityProducer;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.classic.AbstractClassicEntityProducer;
import org.apache.hc.core5.reactive.ReactiveEntityProducer;

/** Asynchronous entity producers of every kind that the library ships or has a base class for. */
final class Producers {
  private static final ContentType BYTES = ContentType.APPLICATION_OCTET_STREAM;
  private static final ContentType TEXT = ContentType.create("text/plain", "ISO-8859-1");

  private Producers() {}

  /** Makes a producer for one upload. */
  interface Making {
    AsyncEntityProducer of(Upload upload, Executor writers) throws Exception;
  }

  /** By name. */
  static Map<String, Making> all() {
    Map<String, Making> all = new LinkedHashMap<>();
    all.put("basic", (u, x) -> new BasicAsyncEntityProducer(u.body, BYTES));
    all.put("basic-chunked", (u, x) -> new BasicAsyncEntityProducer(u.body, BYTES, true));
    all.put("string", (u, x) -> new StringAsyncEntityProducer(u.text(), TEXT));
    all.put("file", (u, x) -> new FileEntityProducer(u.file(), BYTES));
    all.put("file-chunked", (u, x) -> new FileEntityProducer(u.file(), BYTES, true));
    if (isThere("org.apache.hc.core5.http.nio.entity.PathEntityProducer")) {
      all.put("path", (u, x) -> path(u));
    }
    all.put("digesting", (u, x) -> new DigestingEntityProducer("MD5", new Bin(u.body, -1, true)));
    all.put("wrapper", (u, x) -> new AsyncEntityProducerWrapper(new Bin(u.body, -1, true)));
    all.put(
        "trailers",
        (u, x) ->
            AsyncEntityProducers.withTrailers(
                new BasicAsyncEntityProducer(u.body, BYTES, true), new BasicHeader("X-End", "1")));
    all.put("bin", (u, x) -> new Bin(u.body, -1, true));
    all.put("bin-length", (u, x) -> new Bin(u.body, u.body.length, false));
    all.put("char", (u, x) -> new Chars(u.text()));
    all.put("classic", (u, x) -> new Classic(u.body, x));
    all.put("reactive", (u, x) -> new ReactiveEntityProducer(new Slices(u.body), -1, BYTES, null));
    all.put(
        "reactive-length",
        (u, x) -> new ReactiveEntityProducer(new Slices(u.body), u.body.length, BYTES, null));
    return all;
  }

  static boolean isThere(String type) {
    try {
      Class.forName(type, false, Producers.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static AsyncEntityProducer path(Upload upload) throws Exception {
    return Class.forName("org.apache.hc.core5.http.nio.entity.PathEntityProducer")
        .asSubclass(AsyncEntityProducer.class)
        .getConstructor(Path.class, ContentType.class, OpenOption[].class)
        .newInstance(upload.file().toPath(), BYTES, new OpenOption[0]);
  }

  /** An application's own, of bytes. */
  private static final class Bin extends AbstractBinAsyncEntityProducer {
    private final ByteBuffer bytes;
    private final long length;
    private final boolean chunked;

    Bin(byte[] body, long length, boolean chunked) {
      super(1024, BYTES);
      this.bytes = ByteBuffer.wrap(body);
      this.length = length;
      this.chunked = chunked;
    }

    @Override
    protected int availableData() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void produceData(StreamChannel<ByteBuffer> channel) throws IOException {
      channel.write(bytes);
      if (!bytes.hasRemaining()) {
        channel.endStream();
      }
    }

    @Override
    public long getContentLength() {
      return length;
    }

    @Override
    public boolean isChunked() {
      return chunked;
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public void failed(Exception cause) {}
  }

  /** An application's own, of characters. */
  private static final class Chars extends AbstractCharAsyncEntityProducer {
    private final CharBuffer chars;

    Chars(String text) {
      super(4096, -1, TEXT);
      chars = CharBuffer.wrap(text);
    }

    @Override
    protected int availableData() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void produceData(StreamChannel<CharBuffer> channel) throws IOException {
      channel.write(chars);
      if (!chars.hasRemaining()) {
        channel.endStream();
      }
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public void failed(Exception cause) {}
  }

  /** An application's own, written to a stream on a thread of the application's. */
  private static final class Classic extends AbstractClassicEntityProducer {
    private final byte[] body;

    Classic(byte[] body, Executor writers) {
      super(4096, BYTES, writers);
      this.body = body;
    }

    @Override
    protected void produceData(ContentType type, OutputStream to) throws IOException {
      for (int from = 0; from < body.length; from += 3000) {
        to.write(body, from, Math.min(3000, body.length - from));
      }
      to.close();
    }
  }
}
