package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import io.redial.subjects.UploadFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.http.HttpEntity;
import org.apache.http.client.entity.GzipCompressingEntity;
import org.apache.http.entity.BufferedHttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.SerializableEntity;
import org.apache.http.entity.mime.HttpMultipartMode;
import org.apache.http.entity.mime.MultipartEntity;
import org.apache.http.entity.mime.content.ByteArrayBody;
import org.apache.http.entity.mime.content.ContentBody;
import org.apache.http.entity.mime.content.FileBody;
import org.apache.http.entity.mime.content.InputStreamBody;

/** The library's own entities, as all its versions have them; an order names one with "entity". */
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
        return multipart(new Sized(bytes), HttpMultipartMode.BROWSER_COMPATIBLE);
      case "multipart-chunked":
        return multipart(new InputStreamBody(stream(), "s"), HttpMultipartMode.STRICT);
      case "multipart-file":
        return multipart(new FileBody(file.path().toFile()), HttpMultipartMode.STRICT);
      case "multipart-bytes":
        return multipart(new ByteArrayBody(bytes, "b"), HttpMultipartMode.STRICT);
      case "gzip-multipart":
        return gzip(multipart(new Sized(bytes), HttpMultipartMode.STRICT));
      case "buffered-multipart":
        return new BufferedHttpEntity(multipart(new Sized(bytes), HttpMultipartMode.STRICT));
      case "buffered-stream":
        return new BufferedHttpEntity(new InputStreamEntity(stream(), -1));
      case "gzip-bytes":
        return gzip(new ByteArrayEntity(bytes));
      case "gzip-file":
        return gzip(new FileEntity(file.path().toFile(), TYPE));
      case "gzip-stream":
        return gzip(new InputStreamEntity(stream(), -1));
      case "path":
        return new FileEntity(file.path().toFile(), TYPE);
      case "serializable":
      case "trailers":
        return new SerializableEntity(bytes, false);
      default:
        throw new IllegalArgumentException(name(order));
    }
  }

  /** HttpClient 4.2 cannot compress. */
  private static HttpEntity gzip(HttpEntity entity) {
    try {
      return new GzipCompressingEntity(entity);
    } catch (NoClassDefFoundError olderThan43) {
      return entity;
    }
  }

  /** What each attempt is to send. */
  byte[] expected() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    create().writeTo(out);
    return out.toByteArray();
  }

  private static HttpEntity multipart(ContentBody part, HttpMultipartMode mode) {
    MultipartEntity entity = new MultipartEntity(mode, "a-boundary", null);
    entity.addPart("part", part);
    return entity;
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
      super(new ByteArrayInputStream(bytes), "sized");
      this.length = bytes.length;
    }

    @Override
    public long getContentLength() {
      return length;
    }
  }
}
