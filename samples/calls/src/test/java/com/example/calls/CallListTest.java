package com.example.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallListTest {
  @Test
  void printsOneLineOfFourFieldsForAnAnswerAndForAFailure() throws IOException {
    String printed =
        run(
            CallList.of("stock=get:http://h/stock", "broken=get:http://h/broken"),
            call -> {
              if (call.name().equals("broken")) {
                throw new IOException("Connection\nreset");
              }
              return new Reply(200, call.verb() + " " + call.uri());
            });

    assertThat(printed.lines())
        .satisfiesExactly(
            line -> assertThat(line).matches("stock\\t200\\t\\d+\\tget http://h/stock"),
            line ->
                assertThat(line).matches("broken\\tjava.io.IOException\\t\\d+\\tConnection reset"));
  }

  @Test
  void readsAFileOfCallsWithoutItsCommentsAndEmptyLines(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("calls");
    Files.writeString(file, "# morning\nstock=get:http://h/stock\n\n");

    assertThat(run(CallList.of("@" + file), call -> new Reply(204, ""))).startsWith("stock\t204\t");
  }

  @Test
  void refusesACallWithoutAUrl() {
    assertThatThrownBy(() -> CallList.of("stock=get"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stock=get");
  }

  private static String run(CallList calls, Caller caller) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    calls.run(caller, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
