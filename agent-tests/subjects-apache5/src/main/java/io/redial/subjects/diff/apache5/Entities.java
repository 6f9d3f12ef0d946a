package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Uploads.Upload;
import java.nio.charset.StandardCharsets;
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
    all.put("string", u -> new StringEntity(u.text(), StandardCharsets.ISO_8859_1));
    all.put("file", u -> new FileEntity(u.file(), BYTES));
    all.put("inputStream", u -> new InputStreamEntity(u.stream(), BYTES));
    all.put("inputStream-length", u -> new InputStreamEntity(u.stream(), u.body.length, BYTES));
    all.put("inputStream-slow", u -> new InputStreamEntity(u.slowStream(), BYTES));
    all.put("basic", u -> new BasicHttpEntity(u.stream(), u.body.length, BYTES));
    all.put("buffered", u -> new BufferedHttpEntity(new InputStreamEntity(u.stream(), BYTES)));
    all.put("template", u -> HttpEntities.create(to -> to.write(u.body), BYTES));
    all.put("serializable", u -> new SerializableEntity(u.body, BYTES));
    all.put("gzip", u -> new GzipCompressingEntity(new ByteArrayEntity(u.body, BYTES)));
    all.put(
        "gzip-stream", u -> new GzipCompressingEntity(new InputStreamEntity(u.stream(), BYTES)));
    all.put("builder", u -> EntityBuilder.create().setStream(u.stream()).chunked().build());
    all.put("builder-gzip", u -> EntityBuilder.create().setBinary(u.body).gzipCompressed().build());
    all.put("wrapper", u -> new HttpEntityWrapper(new InputStreamEntity(u.stream(), BYTES)));
    all.put(
        "trailers",
        u ->
            HttpEntities.withTrailers(
                new ByteArrayEntity(u.body, BYTES), new BasicHeader("X-End", "here")));
    all.put("multipart", u -> multipart().addBinaryBody("part", u.body).build());
    all.put("multipart-stream", u -> multipart().addBinaryBody("part", u.stream()).build());
    all.put("multipart-stream-length", Entities::multipartOfKnownLength);
    all.put("multipart-file", u -> multipart().addBinaryBody("part", u.file()).build());
    return all;
  }

  private static MultipartEntityBuilder multipart() {
    return MultipartEntityBuilder.create().setBoundary("the-boundary").addTextBody("name", "value");
  }

  private static HttpEntity multipartOfKnownLength(Upload upload) {
    InputStreamBody body =
        new InputStreamBody(upload.stream(), BYTES, "file.bin") {
          @Override
          public long getContentLength() {
            return upload.body.length;
          }
        };
    return multipart().addPart("part", body).build();
  }
}
