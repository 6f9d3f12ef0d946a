package io.redial.client.apache4;

import io.redial.policy.HeaderFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.http.Header;
import org.apache.http.HttpMessage;

/** A message's header fields for the policy. */
final class Apache4Headers implements HeaderFields {
  private final HttpMessage message;

  Apache4Headers(HttpMessage message) {
    this.message = message;
  }

  @Override
  public List<String> all(String name) {
    Header[] lines = message.getHeaders(name);
    if (lines.length == 0) {
      return Collections.emptyList();
    }
    List<String> values = new ArrayList<>(lines.length);
    for (Header line : lines) {
      values.add(line.getValue() == null ? "" : line.getValue());
    }
    return values;
  }

  @Override
  public boolean has(String name) {
    return message.containsHeader(name);
  }
}
