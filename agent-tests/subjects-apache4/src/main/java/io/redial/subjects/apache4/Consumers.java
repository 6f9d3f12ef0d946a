package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.ZeroCopyConsumer;
import org.apache.http.nio.protocol.AbstractAsyncResponseConsumer;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** Consumers of the library, and such as applications build on it. */
final class Consumers {
  private Consumers() {}

  /** The one that is ordered, or null. */
  static HttpAsyncResponseConsumer<byte[]> of(Order order) throws IOException {
    switch (order.get("consumer", "")) {
      case "":
        return null;
      case "basic":
        return new Basic();
      case "zero-copy":
        return new ToFile(File.createTempFile("redial-subject", "body"));
      case "first-control":
        return new FirstControl();
      case "spins":
        return new Spinning();
      case "throws":
        return new Throwing(new IOException("the sink is full"));
      case "throws-unchecked":
        return new Throwing(new IllegalStateException("the sink is broken"));
      default:
        throw new IllegalArgumentException(order.get("consumer", ""));
    }
  }

  /** {@code BasicAsyncResponseConsumer}, which is final in no version but makes a response. */
  private static final class Basic extends AbstractAsyncResponseConsumer<byte[]> {
    private final BasicAsyncResponseConsumer basic = new BasicAsyncResponseConsumer();

    @Override
    protected void onResponseReceived(HttpResponse response) throws IOException {
      try {
        basic.responseReceived(response);
      } catch (org.apache.http.HttpException e) {
        throw new IOException(e);
      }
    }

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      basic.consumeContent(decoder, control);
    }

    @Override
    protected void onEntityEnclosed(HttpEntity entity, ContentType type) {}

    @Override
    protected byte[] buildResult(HttpContext context) throws Exception {
      basic.responseCompleted(context);
      if (basic.getException() != null) {
        throw basic.getException();
      }
      return EntityUtils.toByteArray(basic.getResult().getEntity());
    }

    @Override
    protected void releaseResources() {}
  }

  /** It has the connection transferred into a file. */
  private static final class ToFile extends ZeroCopyConsumer<byte[]> {
    private final File file;

    ToFile(File file) throws IOException {
      super(file);
      this.file = file;
    }

    @Override
    protected byte[] process(HttpResponse response, File written, ContentType type)
        throws Exception {
      return Files.readAllBytes(file.toPath());
    }

    @Override
    protected void onClose() {
      if (!file.delete()) {
        file.deleteOnExit();
      }
    }
  }

  /** Collects what it reads. */
  private abstract static class Collecting extends AbstractAsyncResponseConsumer<byte[]> {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    final int size() {
      return body.size();
    }

    final void read(ContentDecoder decoder) throws IOException {
      ByteBuffer piece = ByteBuffer.allocate(5000);
      if (decoder.read(piece) > 0) {
        body.write(piece.array(), 0, piece.position());
      }
    }

    @Override
    protected void onResponseReceived(HttpResponse response) {}

    @Override
    protected void onEntityEnclosed(HttpEntity entity, ContentType type) {}

    @Override
    protected byte[] buildResult(HttpContext context) {
      return body.toByteArray();
    }

    @Override
    protected void releaseResources() {}
  }

  /**
   * It suspends its input after each piece, and requests it from another thread; always by the
   * control that it got with the first piece.
   */
  private static final class FirstControl extends Collecting {
    private IOControl first;

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      if (first == null) {
        first = control;
      }
      read(decoder);
      first.suspendInput();
      new Thread(first::requestInput).start();
    }
  }

  /** It keeps the thread until all has come. */
  private static final class Spinning extends Collecting {
    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      while (!decoder.isCompleted()) {
        read(decoder);
      }
    }
  }

  /** It fails after some bytes. */
  private static final class Throwing extends Collecting {
    private static final int LIMIT = 30_000;

    private final Exception thrown;

    Throwing(Exception thrown) {
      this.thrown = thrown;
    }

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      read(decoder);
      if (size() > LIMIT && thrown instanceof IOException) {
        throw (IOException) thrown;
      } else if (size() > LIMIT) {
        throw (RuntimeException) thrown;
      }
    }
  }
}
