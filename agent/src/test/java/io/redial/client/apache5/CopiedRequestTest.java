package io.redial.client.apache5;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.api.Test;

/** Rules 1.1 and 10.4: a copy shows what the application's request shows, and where it goes. */
final class CopiedRequestTest {
  private static final String PATH = "/api/v1/pods?watch=1";
  private static final String CHANGED = PATH + "&allowWatchBookmarks=true";

  @Test
  @Rule({"1.1", "10.4"})
  void anotherPathReachesTheRequestLine() {
    CopiedRequest copy = new CopiedRequest(new Original(""));
    assertThat(copy.getRequestUri()).isEqualTo(PATH);
    copy.setPath(CHANGED);

    assertThat(copy.getRequestUri()).isEqualTo(CHANGED);
  }

  @Test
  @Rule({"1.1", "10.4"})
  void anotherPathReachesARequestLineWithTheWholeUri() {
    CopiedRequest copy = new CopiedRequest(new Original("http://localhost:80"));
    assertThat(copy.getRequestUri()).isEqualTo("http://localhost:80" + PATH);
    copy.setPath(CHANGED);

    assertThat(copy.getRequestUri()).isEqualTo("http://localhost:80" + CHANGED);
  }

  /** Newer versions of the client let an application choose to send the absolute URI. */
  private static final class Original extends BasicClassicHttpRequest {
    private static final long serialVersionUID = 1;

    private final String prefix;

    Original(String prefix) {
      super("GET", PATH);
      this.prefix = prefix;
    }

    @Override
    public String getRequestUri() {
      return prefix + super.getRequestUri();
    }
  }
}
