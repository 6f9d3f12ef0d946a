package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Uploads.Upload;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.http.HttpEntity;
import org.apache.http.client.entity.EntityBuilder;
import org.apache.http.client.entity.GzipCompressingEntity;
import org.apache.http.entity.BasicHttpEntity;
import org.apache.http.entity.BufferedHttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.HttpEntityWrapper;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.SerializableEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.entity.mime.MultipartEntityBuilder;
import org.apache.http.entity.mime.content.InputStreamBody;

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
    all.put("byteArray-chunked", Entities::chunked);
    all.put("string", u -> new StringEntity(u.text(), StandardCharsets.ISO_8859_1));
    all.put("file", u -> new FileEntity(u.file(), BYTES));
    all.put("inputStream", u -> new InputStreamEntity(u.stream(), -1));
    all.put("inputStream-length", u -> new InputStreamEntity(u.stream(), u.body.length));
    all.put("inputStream-slow", u -> new InputStreamEntity(u.slowStream(), -1));
    all.put("basic", Entities::basic);
    all.put("buffered", u -> new BufferedHttpEntity(new InputStreamEntity(u.stream(), -1)));
    all.put("template", u -> new EntityTemplate(to -> to.write(u.body)));
    all.put("serializable", u -> new SerializableEntity(u.body, false));
    all.put("gzip", u -> new GzipCompressingEntity(new ByteArrayEntity(u.body, BYTES)));
    all.put("gzip-stream", u -> new GzipCompressingEntity(new InputStreamEntity(u.stream(), -1)));
    all.put("wrapper", u -> new HttpEntityWrapper(new InputStreamEntity(u.stream(), -1)));
    if (isThere("org.apache.http.client.entity.EntityBuilder")) {
      all.put("builder", u -> EntityBuilder.create().setStream(u.stream()).chunked().build());
      all.put("builder-gzip", u -> EntityBuilder.create().setBinary(u.body).gzipCompress().build());
    }
    if (isThere("org.apache.http.entity.mime.MultipartEntityBuilder")) {
      all.put("multipart", u -> multipart().addBinaryBody("part", u.body).build());
      all.put("multipart-stream", u -> multipart().addBinaryBody("part", u.stream()).build());
      all.put("multipart-stream-length", Entities::multipartOfKnownLength);
      all.put("multipart-file", u -> multipart().addBinaryBody("part", u.file()).build());
    }
    return all;
  }

  private static boolean isThere(String type) {
    try {
      Class.forName(type, false, Entities.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static HttpEntity chunked(Upload upload) {
    ByteArrayEntity entity = new ByteArrayEntity(upload.body, BYTES);
    entity.setChunked(true);
    return entity;
  }

  private static HttpEntity basic(Upload upload) {
    BasicHttpEntity entity = new BasicHttpEntity();
    entity.setContent(upload.stream());
    entity.setContentLength(upload.body.length);
    return entity;
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
