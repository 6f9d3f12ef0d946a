package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameTest {

  @ParameterizedTest(name = "{0} {1} {2} is {3}")
  @CsvSource({
    "http, h, -1, http://h:80",
    "http, my_service, 8080, http://my_service:8080",
    "HTTPS, H.Example, -1, https://h.example:443",
    "ftp, h, -1, ftp://h",
    "ftp, h, 21, ftp://h:21",
    "https, H, -1, https://h:443",
    "https, h, 8443, https://h:8443",
    "http, ::1, 8080, http://[::1]:8080",
    "http, [::1], 8080, http://[::1]:8080",
    "http, [FE80::1], 8080, http://[fe80::1]:8080",
    ", h, -1, http://h:80",
    "http, , 81, http://:81",
  })
  void itsPartsHaveTheSameName(String scheme, String host, int port, String name) {
    assertThat(new HostName(scheme, host, port).text).isEqualTo(name);
  }

  @Property
  void nothingMakesItThrow(@ForAll String scheme, @ForAll String host, @ForAll int port) {
    assertThatCode(() -> new HostName(scheme, host, port)).doesNotThrowAnyException();
  }
}
