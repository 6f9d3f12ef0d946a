package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Uploads.Upload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hc.client5.http.entity.EntityBuilder;
import org.apache.hc.client5.http.entity.GzipCompressingEntity;
import org.apache.hc.client5.http.entity.mime.InputStreamBody;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.BasicHttpEntity;
import org.apache.hc.core5.http.io.entity.BufferedHttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.http.io.entity.HttpEntities;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.SerializableEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicHeader;

/** Entities of every kind that the library ships. */
final class Entities {
  private static final ContentType BYTES = ContentType.APPLICATION_OCTET_STREAM;

  private Entities() {}

  /** Makes an entity for one upload. */
  interface Making {
    HttpEntity of(Upload upload) throws Exception;
  }

  /** By name. */
  static Map<String, Making> all() {
    Map<String, Making> all = new LinkedHashMap<>();
    all.put("byteArray", u -> new ByteArrayEntity(u.body, BYTES));
    all.put("byteArray-chunked", u -> new ByteArrayEntity(u.body, BYTES, true));
    all.put("string", u -> new StringEntity(text(u), StandardCharsets.ISO_8859_1));
    all.put("file", u -> new FileEntity(u.journal.file("body", u.body).toFile(), BYTES));
    all.put("inputStream", u -> new InputStreamEntity(stream(u), BYTES));
    all.put("inputStream-length", u -> new InputStreamEntity(stream(u), u.body.length, BYTES));
    all.put("inputStream-slow", u -> new InputStreamEntity(new Piecemeal(stream(u)), BYTES));
    all.put("basic", u -> new BasicHttpEntity(stream(u), u.body.length, BYTES));
    all.put("buffered", u -> new BufferedHttpEntity(new InputStreamEntity(stream(u), BYTES)));
    all.put("template", u -> HttpEntities.create(to -> to.write(u.body), BYTES));
    all.put("serializable", u -> new SerializableEntity(u.body, BYTES));
    all.put("gzip", u -> new GzipCompressingEntity(new ByteArrayEntity(u.body, BYTES)));
    all.put("gzip-stream", u -> new GzipCompressingEntity(new InputStreamEntity(stream(u), BYTES)));
    all.put("builder", u -> EntityBuilder.create().setStream(stream(u)).chunked().build());
    all.put("builder-gzip", u -> EntityBuilder.create().setBinary(u.body).gzipCompressed().build());
    all.put("wrapper", u -> new HttpEntityWrapper(new InputStreamEntity(stream(u), BYTES)));
    all.put(
        "trailers",
        u ->
            HttpEntities.withTrailers(
                new ByteArrayEntity(u.body, BYTES), new BasicHeader("X-End", "here")));
    all.put("multipart", u -> multipart().addBinaryBody("part", u.body).build());
    all.put("multipart-stream", u -> multipart().addBinaryBody("part", stream(u)).build());
    all.put("multipart-stream-length", Entities::multipartOfKnownLength);
    all.put(
        "multipart-file",
        u -> multipart().addBinaryBody("part", u.journal.file("body", u.body).toFile()).build());
    return all;
  }

  /** The bytes that an entity like that one writes; it is used up. */
  static byte[] written(HttpEntity entity) throws IOException {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    entity.writeTo(to);
    return to.toByteArray();
  }

  private static MultipartEntityBuilder multipart() {
    return MultipartEntityBuilder.create().setBoundary("the-boundary").addTextBody("name", "value");
  }

  private static HttpEntity multipartOfKnownLength(Upload upload) {
    InputStreamBody body =
        new InputStreamBody(stream(upload), BYTES, "file.bin") {
          @Override
          public long getContentLength() {
            return upload.body.length;
          }
        };
    return multipart().addPart("part", body).build();
  }

  static String text(Upload upload) {
    return new String(upload.body, StandardCharsets.ISO_8859_1);
  }

  static InputStream stream(Upload upload) {
    return new ByteArrayInputStream(Arrays.copyOf(upload.body, upload.body.length));
  }

  /** Gives a little at a time. */
  private static final class Piecemeal extends FilterInputStream {
    Piecemeal(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      return super.read(into, from, Math.min(most, 1500));
    }
  }
}
