package io.redial.control.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URISyntaxException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          nothing here                          | nothing here
          to 'http://a/b?c=d'                   | to 'http://a/b?***'
          http://u:p@a:8/b                      | http://***@a:8/b
          http://u@v@a/b@c                      | http://***@a/b@c
          http://a/b#c and https://d?e f        | http://a/b#*** and https://d?*** f
          x@y http://a/b?c                      | x@y http://a/b?***
          ://                                   | ://
          http://?q                             | http://?***
          """,
      delimiter = '|')
  void hidesUserInfoAndQueries(String text, String expected) {
    assertThat(Redaction.of(text)).isEqualTo(expected);
  }

  @Property(tries = 1_000)
  void noSecretIsLeft(
      @ForAll @AlphaChars @StringLength(max = 5) String before,
      @ForAll @AlphaChars @StringLength(min = 1, max = 5) String path)
      throws URISyntaxException {
    URI url = new URI("https", "u:5ecret", before + "host", 80, "/" + path, "t=5ecret", "5ecret");

    assertThat(Redaction.of(before + " " + url + " " + url))
        .doesNotContain("5ecret")
        .contains(path);
  }
}
