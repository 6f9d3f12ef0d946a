package io.redial.client.jdk;

import io.redial.policy.HeaderFields;
import java.net.http.HttpHeaders;
import java.util.List;

/** The JDK's header fields for the policy. */
final class JdkHeaders implements HeaderFields {
  private final HttpHeaders headers;

  JdkHeaders(HttpHeaders headers) {
    this.headers = headers;
  }

  @Override
  public List<String> all(String name) {
    return headers.allValues(name);
  }
}
