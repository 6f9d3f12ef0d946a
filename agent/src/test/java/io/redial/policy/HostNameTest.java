package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameTest {

  @ParameterizedTest(name = "{0}://{1} is {2}")
  @CsvSource({
    "http, h, http://h:80",
    "http, h:80, http://h:80",
    "http, h:080, http://h:80",
    "http, h:, http://h:80",
    "https, h, https://h:443",
    "https, h:8443, https://h:8443",
    "HTTPS, H.Example, https://h.example:443",
    "http, user:p%40ss@h, http://h:80",
    "http, a@b@h:81, http://h:81",
    "http, my_service:8080, http://my_service:8080",
    "http, [::1], http://[::1]:80",
    "http, [FE80::1]:8080, http://[fe80::1]:8080",
    "ftp, h, ftp://h",
    "ftp, h:21, ftp://h:21",
  })
  void aUriHasOneName(String scheme, String authority, String name) {
    assertThat(HostName.ofAuthority(scheme, authority).text).isEqualTo(name);
  }

  @ParameterizedTest(name = "{0} {1} {2} is {3}")
  @CsvSource({
    "http, h, -1, http://h:80",
    "https, H, -1, https://h:443",
    "https, h, 8443, https://h:8443",
    "http, ::1, 8080, http://[::1]:8080",
    "http, [::1], 8080, http://[::1]:8080",
    ", h, -1, http://h:80",
    "http, , 81, http://:81",
  })
  void itsPartsHaveTheSameName(String scheme, String host, int port, String name) {
    assertThat(new HostName(scheme, host, port).text).isEqualTo(name);
  }

  @Property
  void nothingMakesItThrow(@ForAll String scheme, @ForAll String authority) {
    assertThatCode(() -> HostName.ofAuthority(scheme, authority)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"h:x", "h:65536", "h:99999999999999999999", "h:8O", "a:b:c"})
  void anAuthorityWithoutAPortIsTakenWhole(String authority) {
    assertThat(HostName.ofAuthority("http", authority).port).isEqualTo(80);
  }
}
