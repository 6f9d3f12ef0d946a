package io.redial.client.apache4;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.kernel.UploadSource;
import io.redial.kernel.UploadSource.Methods;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.http.HttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.FileContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.entity.EntityAsyncContentProducer;
import org.apache.http.nio.entity.HttpAsyncContentProducer;
import org.apache.http.nio.entity.NFileEntity;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * A producer that produces its content again for each attempt (rule 6.2). That it claims to be
 * repeatable is not enough: some of the client's producers keep what an attempt left over, or close
 * what they would need again.
 */
final class RepeatableProducer {
  private static final String ZERO_COPY =
      "org.apache.http.nio.client.methods.BaseZeroCopyRequestProducer";
  private static final Field CONTENT = field(BasicAsyncRequestProducer.class, "producer");
  private static final Field BUFFER = field(EntityAsyncContentProducer.class, "buffer");

  private final HttpAsyncRequestProducer producer;
  private final FileStamp stamp;

  /** The file of a producer that closes it after the first attempt, or null. */
  private final File reopened;

  /** The buffer in which the client's own producer keeps what an attempt has left over, or null. */
  private final ByteBuffer buffer;

  private final boolean watched;
  private volatile boolean leftOver;

  /** The producer of the content of the reopened file, or null. */
  private NFileEntity again;

  private RepeatableProducer(
      HttpAsyncRequestProducer producer,
      FileStamp stamp,
      File reopened,
      ByteBuffer buffer,
      boolean watched) {
    this.producer = producer;
    this.stamp = stamp;
    this.reopened = reopened;
    this.buffer = buffer;
    this.watched = watched;
  }

  private static Field field(Class<?> declaring, String name) {
    try {
      Field field = declaring.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException | RuntimeException notThere) {
      return null;
    }
  }

  /**
   * Returns the repeatable producer, or null if its content has to be copied while it is first
   * sent.
   *
   * @param entity the entity of the request, or null for a request without a body
   */
  static RepeatableProducer of(HttpAsyncRequestProducer producer, HttpEntity entity) {
    if (!producer.isRepeatable()) {
      return null;
    }
    if (entity == null) {
      return new RepeatableProducer(producer, null, null, null, false);
    }
    HttpEntity source = BodySource.innermost(entity);
    if (BodySource.claimsTooMuch(source)) {
      return null;
    }
    Object file = fileOf(producer, source);
    FileStamp stamp = FileStamp.of(file);
    if (isZeroCopy(producer.getClass())) {
      return stamp == null || !producesItself(producer)
          ? null
          : new RepeatableProducer(producer, stamp, (File) file, null, false);
    }
    if (stamp == null && (source instanceof FileEntity || source instanceof NFileEntity)) {
      return null;
    }
    Object content =
        producer instanceof BasicAsyncRequestProducer ? value(CONTENT, producer) : null;
    Object buffer = content instanceof EntityAsyncContentProducer ? value(BUFFER, content) : null;
    boolean trusted =
        buffer instanceof ByteBuffer
            || (content != null && !(content instanceof EntityAsyncContentProducer))
            || (content == null && entity instanceof HttpAsyncContentProducer);
    if (!trusted && !entity.isRepeatable()) {
      // Producer and entity disagree, as for a zero-copy upload inside another producer.
      return null;
    }
    return new RepeatableProducer(producer, stamp, null, (ByteBuffer) buffer, !trusted);
  }

  private static Object value(Field field, Object of) {
    try {
      return field == null ? null : field.get(of);
    } catch (IllegalAccessException impossible) {
      return null;
    }
  }

  private static Object fileOf(HttpAsyncRequestProducer producer, HttpEntity source) {
    if (source instanceof StringEntity || source instanceof ByteArrayEntity) {
      return null;
    }
    Object file = BodySource.file(producer);
    return file == null ? BodySource.file(source) : file;
  }

  private static boolean isZeroCopy(Class<?> producer) {
    for (Class<?> type = producer; type != null; type = type.getSuperclass()) {
      if (type.getName().equals(ZERO_COPY)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the client itself produces the file, and not a method of a subclass. */
  private static boolean producesItself(HttpAsyncRequestProducer producer) {
    try {
      return producer
          .getClass()
          .getMethod("produceContent", ContentEncoder.class, IOControl.class)
          .getDeclaringClass()
          .getName()
          .equals(ZERO_COPY);
    } catch (ReflectiveOperationException notThere) {
      return false;
    }
  }

  /** Returns whether the producer can produce the same bytes again. */
  boolean isUnchanged() {
    return !leftOver && (stamp == null || stamp.isUnchanged());
  }

  /** Starts again from the beginning, for another attempt. */
  void rewind() throws IOException {
    if (reopened != null) {
      close();
      again = new NFileEntity(reopened);
      return;
    }
    producer.resetRequest();
    if (buffer != null) {
      buffer.clear();
    }
  }

  /** Returns the source of the next attempt. */
  UploadSource<ContentEncoder, IOControl> source(FaultLog log) {
    if (again != null) {
      return new UploadSource<>(
          new Methods<>(UploadEncoder.SINK, NFileEntity::produceContent, NFileEntity::close),
          again);
    }
    return watched
        ? new UploadSource.Watched<>(
            log, UploadEncoder.PRODUCER, producer, PassiveEncoder::of, this::broken)
        : new UploadSource<>(UploadEncoder.PRODUCER, producer);
  }

  /**
   * Notes whether the producer was left with some bytes. Returns the failure of the connection that
   * it was not told of, or null.
   */
  private IOException broken(ContentEncoder encoder) {
    leftOver = true; // Unless the encoder says otherwise.
    PassiveEncoder watching = (PassiveEncoder) encoder;
    leftOver = watching.leftOver;
    return watching.broken;
  }

  /** Closes the reopened file, if there is one. */
  void close() {
    if (again != null) {
      FaultBoundary.attempt(again::close); // The file was only read, so nothing is lost.
    }
  }

  /**
   * Notices whether a producer is left with bytes that the connection did not take, which it may
   * send first when it starts again. The bytes of the write that breaks the connection count as
   * taken, so that none of them are left; any further write fails.
   */
  private static class PassiveEncoder implements ContentEncoder {
    private final ContentEncoder encoder;

    /** Whether the last write did not take all bytes. */
    boolean leftOver;

    /** The failure of the connection, to be thrown once the producer is done; or null. */
    IOException broken;

    PassiveEncoder(ContentEncoder encoder) {
      this.encoder = encoder;
    }

    static PassiveEncoder of(ContentEncoder encoder) {
      return encoder instanceof FileContentEncoder
          ? new OfFiles((FileContentEncoder) encoder)
          : new PassiveEncoder(encoder);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      if (broken != null) {
        leftOver = true;
        throw broken;
      }
      int length = source.remaining();
      try {
        int count = encoder.write(source);
        leftOver = source.hasRemaining();
        return count;
      } catch (IOException thrown) {
        broken = thrown;
        source.position(source.limit());
        return length;
      }
    }

    @Override
    public void complete() throws IOException {
      if (broken == null) {
        encoder.complete();
      }
    }

    @Override
    public boolean isCompleted() {
      return encoder.isCompleted();
    }

    private static final class OfFiles extends PassiveEncoder implements FileContentEncoder {
      private final FileContentEncoder encoder;

      OfFiles(FileContentEncoder encoder) {
        super(encoder);
        this.encoder = encoder;
      }

      @Override
      public long transfer(FileChannel source, long position, long count) throws IOException {
        return encoder.transfer(source, position, count);
      }
    }
  }
}
