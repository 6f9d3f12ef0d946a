package io.redial.subjects.apache4.leaks;

import io.redial.subjects.leaks.Errand;
import io.redial.subjects.load.BodyPattern;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.entity.InputStreamEntity;

/** Requests as this library has them. */
final class Requests {
  private Requests() {}

  static HttpRequestBase of(Errand errand, String server) {
    if (errand.up() < 0) {
      return new HttpGet(errand.url(server));
    }
    HttpPost post = new HttpPost(errand.url(server));
    post.setEntity(new InputStreamEntity(BodyPattern.stream(errand.up()), -1));
    return post;
  }
}
