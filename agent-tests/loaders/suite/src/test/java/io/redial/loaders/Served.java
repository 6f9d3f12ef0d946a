package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What all these tests have: the server, and what is expected of it. */
abstract class Served {
  static final String RETRIED = "200 attempt 3";
  static final String CALM = "200 attempt 1";

  BusyServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = BusyServer.start();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  /** Each fetching class with a URL of its own, as Main takes them. */
  String[] fetches(String... names) {
    List<String> arguments = new ArrayList<>();
    for (String name : names) {
      arguments.add(name);
      arguments.add(server.url(0, name));
    }
    return arguments.toArray(new String[0]);
  }

  /** Nothing failed inside of the agent, nor had it anything to complain of. */
  static void assertNoComplaint(Program program) {
    assertThat(program.err())
        .doesNotContain("redial: error")
        .doesNotContain("redial: warn")
        .doesNotContain("\tat io.redial.");
  }
}
