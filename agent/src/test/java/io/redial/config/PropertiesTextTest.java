package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PropertiesTextTest {

  private static List<String> read(String text) {
    List<String> read = new ArrayList<>();
    PropertiesText.read(
        text.getBytes(StandardCharsets.UTF_8),
        new PropertiesText.Reader() {
          @Override
          public void entry(String key, String value, int line) {
            read.add(line + " [" + key + "] [" + value + "]");
          }

          @Override
          public void mistake(String what, int line) {
            read.add(line + " " + what);
          }
        });
    return read;
  }

  @Test
  void knowsTheLineOfEveryEntry() {
    assertThat(read("\ufeff# comment\r\n\r\na = 1\n\n! comment \\\nb:2\rc 3\n  d\t=\t4 "))
        .containsExactly("3 [a] [1]", "6 [b] [2]", "7 [c] [3]", "8 [d] [4 ]");
  }

  @Test
  void continuesLinesAndCountsThem() {
    assertThat(read("a = x,\\\n    y,\\\r\n\tz\nb = 1\\"))
        .containsExactly("1 [a] [x,y,z]", "4 [b] [1]");
  }

  @Test
  void takesACommentBehindAValueIfThereIsSpaceBeforeIt() {
    assertThat(read("a = 1 # one\nb = x#y\nc = # nothing\nd = \\# two\ne = 1 # \\\nf = 2"))
        .containsExactly(
            "1 [a] [1 ]", "2 [b] [x#y]", "3 [c] []", "4 [d] [# two]", "5 [e] [1 ]", "6 [f] [2]");
  }

  @Test
  void resolvesEscapes() {
    assertThat(read("a\\=b = \\u00e4\\t\\q\\\\\nc = \u00e4\nd = \\uzz\ne = \\u12"))
        .containsExactly(
            "1 [a=b] [\u00e4\tq\\]",
            "2 [c] [\u00e4]",
            "3 \\u needs four hexadecimal digits",
            "4 \\u needs four hexadecimal digits");
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "a", "b", "=", ":", " ", "\t", "\f", "\n", "\r", "\r\n", "\\", "\\u0044", "!", "\n#")
        .list()
        .ofMaxSize(40)
        .map(list -> String.join("", list));
  }

  /** Comments behind values apart, {@link Properties} is the oracle. */
  @Property(tries = 20_000)
  void readsWhatPropertiesReads(@ForAll("texts") String text) throws IOException {
    Properties expected = new Properties();
    expected.load(new StringReader(text));
    Properties actual = new Properties();
    PropertiesText.read(
        text.getBytes(StandardCharsets.UTF_8),
        new PropertiesText.Reader() {
          @Override
          public void entry(String key, String value, int line) {
            actual.setProperty(key, value);
          }

          @Override
          public void mistake(String what, int line) {
            throw new AssertionError(what);
          }
        });
    // An entry without a key is a fault for us, and what Properties makes of a lone backslash.
    actual.remove("");
    expected.remove("");
    assertThat(actual).isEqualTo(expected);
  }

  @Property(tries = 10_000)
  void neverThrows(@ForAll @Size(max = 60) byte[] contents) {
    List<Integer> lines = new ArrayList<>();
    PropertiesText.read(
        contents,
        new PropertiesText.Reader() {
          @Override
          public void entry(String key, String value, int line) {
            lines.add(line);
          }

          @Override
          public void mistake(String what, int line) {
            lines.add(line);
          }
        });
    assertThat(lines).isSorted();
  }
}
