package io.redial.client.apache5;

import io.redial.policy.HeaderFields;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageHeaders;

/** A message's header fields as the policy reads them. */
final class Apache5Headers implements HeaderFields {
  private final MessageHeaders message;

  Apache5Headers(MessageHeaders message) {
    this.message = message;
  }

  @Override
  public List<String> all(String name) {
    Header[] lines = message.getHeaders(name);
    if (lines == null) {
      return Collections.emptyList(); // Of a mock.
    }
    String[] values = new String[lines.length];
    for (int i = 0; i < lines.length; i++) {
      values[i] = text(lines[i]);
    }
    return Arrays.asList(values);
  }

  @Override
  public String first(String name) {
    Header line = message.getFirstHeader(name);
    return line == null ? null : text(line);
  }

  @Override
  public boolean has(String name) {
    return message.containsHeader(name);
  }

  private static String text(Header line) {
    return line.getValue() == null ? "" : line.getValue();
  }
}
