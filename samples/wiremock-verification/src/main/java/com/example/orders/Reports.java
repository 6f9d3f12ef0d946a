package com.example.orders;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;

/** The partners' archive of reports, with Apache HttpClient 5. Thread-safe. */
public final class Reports implements AutoCloseable {
  private final CloseableHttpClient http = HttpClients.createDefault();
  private final String url;

  /**
   * Makes a client.
   *
   * @param url the archive's address, without a path
   */
  public Reports(String url) {
    this.url = url;
  }

  /** Fetches a report. Throws an exception for every status but 200. */
  public String fetch(String name) throws IOException {
    return execute(new HttpGet(url + "/reports/" + name), 200);
  }

  /** Files a report, which is read once, as it is sent. Throws for every status but 201. */
  public void file(String name, InputStream report) throws IOException {
    HttpPost post = new HttpPost(url + "/reports/" + name);
    post.setEntity(new InputStreamEntity(report, ContentType.TEXT_PLAIN));
    execute(post, 201);
  }

  @Override
  public void close() throws IOException {
    http.close();
  }

  private String execute(HttpUriRequestBase request, int expected) throws IOException {
    return http.execute(
        request,
        response -> {
          if (response.getCode() != expected) {
            throw new IOException(request + ": " + response.getCode());
          }
          return EntityUtils.toString(response.getEntity());
        });
  }
}
