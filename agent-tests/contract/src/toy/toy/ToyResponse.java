package toy;

import java.util.ArrayList;
import java.util.List;

/** A whole response. */
public final class ToyResponse {
  private final String[] head;
  private String body = "";

  ToyResponse(String head) {
    this.head = head.split("\r\n", -1);
  }

  ToyResponse with(String text) {
    body = text;
    return this;
  }

  public int status() {
    return Integer.parseInt(head[0].split(" ", -1)[1]);
  }

  public List<String> headers(String name) {
    List<String> values = new ArrayList<>();
    for (String line : head) {
      if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
        values.add(line.substring(name.length() + 1).trim());
      }
    }
    return values;
  }

  public String body() {
    return body;
  }
}
