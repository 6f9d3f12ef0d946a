package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is in files, in whatever encoding: they are taken or reported, and nothing throws. */
class FilesFuzzTest {
  private static final String[] PATHS = {"/a.properties", "/b.properties", "/c.properties"};

  @Provide
  Arbitrary<List<byte[]>> files() {
    Arbitrary<String> words =
        Arbitraries.of(
            "extends",
            "max-retries",
            "route.a.match",
            "route.a.deadline",
            "route.\u00e4.x",
            "=",
            ":",
            " ",
            "\t",
            "\f",
            "\n",
            "\r",
            "\r\n",
            "\\",
            "\\u00",
            "\\u0061",
            "#",
            "!",
            "5",
            "10s",
            "a.properties",
            "b.properties",
            "c.properties",
            "/",
            ".",
            "GET https://h/**",
            "\ufeff",
            "\ud83d\ude00",
            "\u0000");
    Arbitrary<Charset> charsets =
        Arbitraries.of(
            StandardCharsets.UTF_8,
            StandardCharsets.UTF_8,
            StandardCharsets.ISO_8859_1,
            StandardCharsets.UTF_16,
            StandardCharsets.UTF_16LE);
    Arbitrary<byte[]> texts =
        Combinators.combine(words.list().ofMaxSize(30), charsets)
            .as((list, charset) -> String.join("", list).getBytes(charset));
    Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
    Arbitrary<byte[]> both =
        Combinators.combine(texts, bytes)
            .as(
                (text, rest) -> {
                  byte[] joined = java.util.Arrays.copyOf(text, text.length + rest.length);
                  System.arraycopy(rest, 0, joined, text.length, rest.length);
                  return joined;
                });
    return Arbitraries.oneOf(texts, texts, bytes, both).list().ofSize(PATHS.length);
  }

  @Property
  void anyFilesAreTakenOrReported(@ForAll("files") List<byte[]> files) {
    FakeEnvironment environment = new FakeEnvironment();
    for (int i = 0; i < PATHS.length; i++) {
      environment.files.put(PATHS[i], files.get(i));
    }
    Configuration configuration = Configuration.load("config=/a.properties", environment);

    assertThat(configuration.faults())
        .allSatisfy(
            fault ->
                assertThat(fault.toString()).startsWith("redial: ").doesNotContain("\n", "\r"));
    assertThat(configuration.policyFor(FakeTarget.of("GET", "https://h/x"))).isNotNull();
    assertThat(configuration.fileContents()).containsKey(new java.io.File(PATHS[0]));
  }

  /** Without comments behind values, and with nothing but ASCII, it reads as Java does. */
  @Property
  void readsWhatPropertiesRead(@ForAll("plain") String text) throws java.io.IOException {
    Properties expected = new Properties();
    expected.load(new java.io.StringReader(text));
    Properties actual = new Properties();
    PropertiesText.read(
        text.getBytes(StandardCharsets.UTF_8),
        new PropertiesText.Reader() {
          @Override
          public void entry(String key, String value, int line) {
            actual.setProperty(key, value);
          }

          @Override
          public void mistake(String what, int line) {}
        });

    expected.remove(""); // Java makes an entry of a backslash at the end of an empty last line.
    actual.remove("");
    assertThat(actual.stringPropertyNames()).isEqualTo(expected.stringPropertyNames());
    for (String key : expected.stringPropertyNames()) {
      assertThat(actual.getProperty(key).strip()).isEqualTo(expected.getProperty(key).strip());
    }
  }

  @Provide
  Arbitrary<String> plain() {
    return Arbitraries.of(
            "a", "b", "=", ":", " ", "\t", "\f", "\n", "\r", "\\", "\\\n", "\\n", "\\u0041", "\n#x",
            "\n!", "c d", "\\ ", "\\=")
        .list()
        .ofMaxSize(25)
        .map(list -> String.join("", list));
  }
}
