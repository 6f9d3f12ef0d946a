package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import io.redial.subjects.UploadFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.client5.http.entity.EntityBuilder;
import org.apache.hc.client5.http.entity.GzipCompressingEntity;
import org.apache.hc.client5.http.entity.mime.ByteArrayBody;
import org.apache.hc.client5.http.entity.mime.ContentBody;
import org.apache.hc.client5.http.entity.mime.FileBody;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.InputStreamBody;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.BufferedHttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.http.io.entity.HttpEntities;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.PathEntity;
import org.apache.hc.core5.http.io.entity.SerializableEntity;
import org.apache.hc.core5.http.message.BasicHeader;

/** The library's own entities; an order names one with "entity". */
final class Entities implements AutoCloseable {
  private static final ContentType TYPE = ContentType.APPLICATION_OCTET_STREAM;

  private final Order order;
  private final byte[] bytes;
  private final UploadFile file;

  Entities(Order order) {
    this.order = order;
    this.bytes = order.bodyBytes();
    this.file = new UploadFile(order, false);
  }

  static String name(Order order) {
    return order.get("entity", "");
  }

  /** A new one. */
  HttpEntity create() throws IOException {
    switch (name(order)) {
      case "multipart-stream":
        return multipart(new Sized(bytes), HttpMultipartMode.STRICT);
      case "multipart-stream-extended":
        return multipart(new Sized(bytes), HttpMultipartMode.EXTENDED);
      case "multipart-chunked":
        return multipart(new InputStreamBody(stream(), TYPE, "s"), HttpMultipartMode.STRICT);
      case "multipart-file":
        return multipart(new FileBody(file.path().toFile()), HttpMultipartMode.STRICT);
      case "multipart-bytes":
        return multipart(new ByteArrayBody(bytes, TYPE, "b"), HttpMultipartMode.LEGACY);
      case "gzip-multipart":
        return new GzipCompressingEntity(multipart(new Sized(bytes), HttpMultipartMode.STRICT));
      case "buffered-multipart":
        return new BufferedHttpEntity(multipart(new Sized(bytes), HttpMultipartMode.STRICT));
      case "buffered-stream":
        return new BufferedHttpEntity(new InputStreamEntity(stream(), TYPE));
      case "gzip-bytes":
        return HttpEntities.gzip(new ByteArrayEntity(bytes, TYPE));
      case "gzip-file":
        return HttpEntities.gzip(new FileEntity(file.path().toFile(), TYPE));
      case "gzip-stream":
        return EntityBuilder.create().setStream(stream()).gzipCompressed().build();
      case "path":
        return new PathEntity(file.path(), TYPE);
      case "serializable":
        return new SerializableEntity(bytes, TYPE);
      case "trailers":
        return HttpEntities.withTrailers(
            new InputStreamEntity(stream(), TYPE), new BasicHeader("X-Trailer", "end"));
      default:
        throw new IllegalArgumentException(name(order));
    }
  }

  /** What each attempt is to send. */
  byte[] expected() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    create().writeTo(out);
    return out.toByteArray();
  }

  private static HttpEntity multipart(ContentBody part, HttpMultipartMode mode) {
    return MultipartEntityBuilder.create()
        .setMode(mode)
        .setBoundary("a-boundary")
        .addPart("part", part)
        .build();
  }

  private InputStream stream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** A stream whose length the application knows. */
  private static final class Sized extends InputStreamBody {
    private final int length;

    Sized(byte[] bytes) {
      super(new ByteArrayInputStream(bytes), TYPE, "sized");
      this.length = bytes.length;
    }

    @Override
    public long getContentLength() {
      return length;
    }
  }
}
