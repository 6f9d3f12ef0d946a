package io.redial.client.apache5;

import io.redial.policy.HeaderFields;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageHeaders;

/** The header fields of a message, in the form in which the policy reads them. */
final class Apache5Headers implements HeaderFields {
  private static final String ENCODING = "Content-Encoding";

  private final MessageHeaders message;

  /** Whether the client has decoded the body. */
  private final boolean decoded;

  Apache5Headers(MessageHeaders message) {
    this(message, false);
  }

  private Apache5Headers(MessageHeaders message, boolean decoded) {
    this.message = message;
    this.decoded = decoded;
  }

  /**
   * Returns the header fields of a response whose body is about to be read. From 5.6 on, the client
   * decodes a body without removing {@code Content-Encoding} from the head; only the entity no
   * longer has an encoding.
   *
   * @param entity may be null
   */
  static Apache5Headers of(MessageHeaders response, EntityDetails entity) {
    return new Apache5Headers(response, entity != null && entity.getContentEncoding() == null);
  }

  private boolean hides(String name) {
    return decoded && name.equalsIgnoreCase(ENCODING);
  }

  @Override
  public List<String> all(String name) {
    if (hides(name)) {
      return Collections.emptyList();
    }
    Header[] lines = message.getHeaders(name);
    if (lines == null) {
      return Collections.emptyList(); // A mock may return null.
    }
    String[] values = new String[lines.length];
    for (int i = 0; i < lines.length; i++) {
      values[i] = text(lines[i]);
    }
    return Arrays.asList(values);
  }

  @Override
  public String first(String name) {
    Header line = hides(name) ? null : message.getFirstHeader(name);
    return line == null ? null : text(line);
  }

  @Override
  public boolean has(String name) {
    return !hides(name) && message.containsHeader(name);
  }

  private static String text(Header line) {
    return line.getValue() == null ? "" : line.getValue();
  }
}
