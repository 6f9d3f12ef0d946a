package io.redial.control.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import java.net.URI;
import java.net.URISyntaxException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
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
          'http://a/Users('bob')?x=1&sig=TOP'   | 'http://a/Users('bob')?***'
          'http://a/Users?$f='bob'&sig=TOP'     | 'http://a/Users?***'
          https://bob:pa'ss@host/x              | https://***@host/x
          https://bob:pa/ss@host/x              | https://***@host/x
          http://host/@user/b@c                 | http://host/@user/b@c
          http://[::1]/@user                    | http://[::1]/@user
          to //u:p@h/x                          | to //***@h/x
          GET /login?token=abc: 503             | GET /login?***: 503
          /cb#access_token=abc                  | /cb#***
          login?token=abc                       | login?***
          http://a/c;jsessionid=F00/d;v=1: 200  | http://a/c;jsessionid=***/d;v=***: 200
          really? issue #12 (why?)              | really? issue #12 (why?)
          """,
      delimiter = '|')
  void hidesUserInfoAndQueries(String text, String expected) {
    assertThat(Redaction.of(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          GET https://api:443/bot12:AB/getMe: 503   | GET https://api:443/bot*/*: 503
          to 'https://api/bot12:AB/getMe?x=1'       | to 'https://api/bot*/*?***'
          /bot12/sendMessage                        | /bot*/*
          GET /services/T0/B0/x failed              | GET /services/* failed
          https://u:p@h/services/T0;a=b             | https://***@h/services/*
          https://h/robot12/services/T0             | https://h/robot12/services/T0
          """,
      delimiter = '|')
  void hidesInPathsWhatTheOptionNames(String text, String expected) {
    Environment environment = new Environment();
    LogSink.direct(Configuration.load("redact=/bot*/**+/services/**", environment).settings());
    try {
      assertThat(Redaction.of(text)).isEqualTo(expected);
      assertThat(Redaction.of(expected)).as("again").isEqualTo(expected);
      assertThat(LogLine.path("/services/secret?q=1")).isEqualTo("/services/*");
    } finally {
      LogSink.direct(Configuration.load(null, environment).settings());
    }
    assertThat(LogLine.path("/services/x?q=1")).isEqualTo("/services/x");
  }

  @Test
  void aLineIsBoundedWhateverAServerPutsIntoIt() {
    StringBuilder text = new StringBuilder(400_000);
    while (text.length() < 400_000) {
      text.append("://x ");
    }

    assertThat(Redaction.of(text.toString()))
        .startsWith("://x ://x")
        .endsWith("...")
        .hasSizeLessThanOrEqualTo(2 * Redaction.LONGEST);
  }

  /** Wherever the end comes. */
  @Test
  void noSecretIsLeftOfAUrlThatIsCutOff() {
    String url = "'https://u:5ecret5ecret@host/path?token=5ecret5ecret#5ecret'";
    for (int before = Redaction.LONGEST - url.length() - 5; before <= Redaction.LONGEST; before++) {
      String text = "x".repeat(before - 1) + " " + url + " and more".repeat(100);

      assertThat(Redaction.of(text))
          .doesNotContain("5ec", "u:")
          .startsWith(text.substring(0, before))
          .endsWith("...");
    }
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
