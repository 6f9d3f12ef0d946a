package io.redial.client.apache4;

import io.redial.policy.HeaderFields;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.http.Header;
import org.apache.http.HttpMessage;

/** The header fields of a message, as the policy reads them. */
final class Apache4Headers implements HeaderFields {
  private final HttpMessage message;

  Apache4Headers(HttpMessage message) {
    this.message = message;
  }

  @Override
  public List<String> all(String name) {
    Header[] lines = message.getHeaders(name);
    if (lines == null) {
      return Collections.emptyList(); // A mock may return null.
    }
    String[] values = new String[lines.length];
    for (int i = 0; i < lines.length; i++) {
      values[i] = lines[i].getValue() == null ? "" : lines[i].getValue();
    }
    return Arrays.asList(values);
  }

  @Override
  public boolean has(String name) {
    return message.containsHeader(name);
  }
}
