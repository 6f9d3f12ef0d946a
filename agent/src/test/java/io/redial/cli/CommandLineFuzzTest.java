package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Environment;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import picocli.CommandLine;

/** Whatever is typed: an exit status that is documented, and no stack trace. */
class CommandLineFuzzTest {
  private static final Environment NOTHING =
      new Environment() {
        @Override
        public Map<String, String> variables() {
          return Collections.emptyMap();
        }

        @Override
        public Properties properties() {
          return new Properties();
        }

        @Override
        public String[] list(File directory) {
          return new String[] {"a.properties", "b\n.properties", "c"};
        }

        @Override
        public byte[] contents(File file) throws IOException {
          throw new FileNotFoundException("no such file");
        }
      };

  @Provide
  Arbitrary<List<String>> lines() {
    Arbitrary<String> words =
        Arbitraries.of(
            "check",
            "help",
            "version",
            "completion",
            "status",
            "top",
            "set",
            "cancel",
            "attach",
            "999999999",
            "options",
            "schedule",
            "--json",
            "--help",
            "-h",
            "--version",
            "--",
            "--for",
            "1h",
            "--for=100000w",
            "--all",
            "--for=10s",
            "--for=",
            "max-retries=3",
            "max-retries=2147483647",
            "max-retries=999999999999",
            "deadline=none",
            "backoff=fixed:0s",
            "backoff=fixed:1s,max-retries=1000000,deadline=none",
            "backoff=exponential:1ns:1h",
            "backoff=bucket:0.0001:1",
            "backoff=no.such.Factory",
            "config=/nowhere",
            "config=/",
            "--url",
            "--url=GET https://h/x",
            "--url=https://[::1]:70000",
            "--url=get  //",
            "GET http://a_b:1/?\u0000",
            "@file",
            "",
            "=",
            ",",
            "\u0000",
            "\n");
    Arbitrary<String> any = Arbitraries.strings().ofMaxLength(20);
    return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(5, words), net.jqwik.api.Tuple.of(1, any))
        .list()
        .ofMaxSize(5);
  }

  @Property
  void endsWithAStatusThatIsDocumented(@ForAll("lines") List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine(NOTHING);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));

    int status = Main.run(line, arguments.toArray(new String[0]));

    assertThat(status).isBetween(0, 3);
    assertThat(out + "\n" + err).doesNotContain("\tat ", "Exception", "redial: failed");
  }
}
