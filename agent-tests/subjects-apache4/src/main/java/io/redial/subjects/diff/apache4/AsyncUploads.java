package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Uploads;
import io.redial.subjects.diff.Uploads.Upload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.entity.EntityBuilder;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.client.methods.ZeroCopyPost;
import org.apache.http.nio.client.methods.ZeroCopyPut;
import org.apache.http.nio.entity.HttpAsyncContentProducer;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.nio.entity.NFileEntity;
import org.apache.http.nio.entity.NStringEntity;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/** Uploads by the asynchronous client. */
public final class AsyncUploads implements Family {
  private static final ContentType BYTES = ContentType.APPLICATION_OCTET_STREAM;

  @Override
  public Cases cases() {
    CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .setMaxConnTotal(500)
            .setMaxConnPerRoute(50)
            .setDefaultRequestConfig(RequestConfig.custom().setSocketTimeout(20_000).build())
            .build();
    client.start();
    Cases cases = new Cases("apache4-async");
    Uploads uploads = new Uploads(cases);
    Map<String, Entities.Making> entities = new LinkedHashMap<>(Entities.all());
    // They have no content to ask for, and the client's I/O reactor dies of that.
    entities.keySet().removeIf(kind -> kind.contains("gzip"));
    if (!MultipartContent.isThere()) {
      entities.keySet().removeIf(kind -> kind.startsWith("multipart"));
    }
    if (isTakenForOneByte()) {
      entities.remove("builder");
    }
    entities.put("nByteArray", u -> new NByteArrayEntity(u.body, BYTES));
    entities.put("nString", u -> new NStringEntity(u.text(), BYTES));
    entities.put("nFile", u -> new NFileEntity(u.file(), BYTES));
    entities.put("producer", u -> new Produced(u.body, -1, false));
    entities.put("producer-length", u -> new Produced(u.body, u.body.length, false));
    entities.put("producer-repeatable", u -> new Produced(u.body, u.body.length, true));
    entities.forEach(
        (kind, making) ->
            uploads.add(
                kind,
                upload -> {
                  if (!kind.startsWith("producer")) {
                    upload.onTheWire(making.of(upload)::writeTo);
                  }
                  ClassicUploads.Sent request = new ClassicUploads.Sent(upload);
                  request.setEntity(making.of(upload));
                  HttpHost target = URIUtils.extractHost(request.getURI());
                  return send(client, HttpAsyncMethods.create(target, request));
                }));
    uploads.add("zero-copy", upload -> send(client, zeroCopy(upload)));
    return cases;
  }

  /**
   * In 4.3 a stream's length that was not given counts as 1, which the asynchronous client, unlike
   * the blocking one, does not heed: nobody can say what the body is.
   */
  private static boolean isTakenForOneByte() {
    InputStream nothing = new ByteArrayInputStream(new byte[0]);
    return EntityBuilder.create().setStream(nothing).build().getContentLength() == 1;
  }

  private static HttpAsyncRequestProducer zeroCopy(Upload upload) throws IOException {
    URI uri = URI.create(upload.url);
    return upload.method.equals("PUT")
        ? new ZeroCopyPut(uri, upload.file(), BYTES)
        : new ZeroCopyPost(uri, upload.file(), BYTES);
  }

  private static int send(CloseableHttpAsyncClient client, HttpAsyncRequestProducer producer)
      throws Exception {
    HttpResponse response =
        client.execute(producer, HttpAsyncMethods.createConsumer(), null).get(25, TimeUnit.SECONDS);
    return response.getStatusLine().getStatusCode();
  }

  /** An application's own, as the connection takes it. */
  private static final class Produced extends AbstractHttpEntity
      implements HttpAsyncContentProducer {
    private final byte[] body;
    private final long length;
    private final boolean repeatable;
    private ByteBuffer left;

    Produced(byte[] body, long length, boolean repeatable) {
      this.body = body;
      this.length = length;
      this.repeatable = repeatable;
      this.left = ByteBuffer.wrap(body);
      setChunked(length < 0);
    }

    @Override
    public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
      encoder.write(left);
      if (!left.hasRemaining()) {
        encoder.complete();
      }
    }

    @Override
    public void close() {
      if (repeatable) {
        left = ByteBuffer.wrap(body);
      }
    }

    @Override
    public boolean isRepeatable() {
      return repeatable;
    }

    @Override
    public long getContentLength() {
      return length;
    }

    @Override
    public java.io.InputStream getContent() {
      return new java.io.ByteArrayInputStream(body);
    }

    @Override
    public void writeTo(java.io.OutputStream to) throws IOException {
      to.write(body);
    }

    @Override
    public boolean isStreaming() {
      return !repeatable;
    }
  }
}
