package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlPatternTest {

  private static boolean matches(String pattern, String url) throws BadValue {
    return matches(new UrlPattern(pattern), FakeTarget.of("GET", url));
  }

  private static boolean matches(UrlPattern pattern, FakeTarget target) {
    return pattern.matches(target, NormalPath.of(target.path()));
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.b/**, https://a.b/",
    "https://a.b/**, https://a.b",
    "https://a.b/**, https://a.b?q=1",
    "https://a.b/**, https://a.b/x/y/z",
    "HTTPS://A.b/**, https://a.B/x",
    "https://a.b/**, https://a.b:443/x",
    "https://a.b:443/**, https://a.b/x",
    "http://a.b/, http://a.b:80",
    "*://a.b/**, http://a.b/x",
    "*://a.b/**, https://a.b:443/x",
    "https://a.b:*/**, https://a.b:8443/x",
    "https://*.b/**, https://a.b/x",
    "https://*/**, https://a.b.c/x",
    "https://*/**, https://10.0.0.1/x",
    "https://a.b/**, https://a.b./x",
    "http://[::1]:8080/**, http://[::1]:8080/x",
    "http://[::]/**, http://[::]/x",
    "https://a.b/x/*, https://a.b/x/y",
    "https://a.b/x/*, https://a.b/x/",
    "https://a.b/x*z, https://a.b/xyz",
    "https://a.b/x*z, https://a.b/xz",
    "https://a.b/*a*b*c, https://a.b/xaybbzcc",
    "https://a.b/x/**, https://a.b/x",
    "https://a.b/x/**, https://a.b/x/",
    "https://a.b/**/z, https://a.b/z",
    "https://a.b/**/z, https://a.b/x/y/z",
    "https://a.b/x/**/z/*, https://a.b/x/z/z/y/z/1",
    "https://a.b/v1/**/items/*.json, https://a.b/v1/a/items/b/items/c.json?x=/y",
    "https://a.b/a%20b, https://a.b/a%20b",
    "https://a.b/%7ea/*, https://a.b/~a/b",
    "https://a.b/~a, https://a.b/%7Ea",
    "https://a.b/%41%2fb, https://a.b/A%2Fb",
    "https://a.b/%c3%bc, https://a.b/ü",
    "https://a.b/%C3%BC/**, https://a.b/%c3%bc/x",
    "https://a.b/%C3%BC, https://a.b/ü",
    "https://a.b/%F0%9F%98%80, https://a.b/😀?q=ü",
    "https://a.b/*x/%7E, https://a.b/üx/~?a",
  })
  void matchesWhatItShould(String pattern, String url) throws BadValue {
    assertThat(matches(pattern, url)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.b/**, http://a.b/",
    "https://a.b/**, https://a.b:8443/",
    "https://a.b:8443/**, https://a.b/",
    "*://a.b/**, http://a.b:443/",
    "https://a.b/**, https://x.a.b/",
    "https://a.b/**, https://a.bb/",
    "https://a.b/**, https://a/",
    "https://*.b/**, https://x.a.b/",
    "https://*.b/**, https://b/",
    "https://a.b/, https://a.b/x",
    "https://a.b/x, https://a.b/x/",
    "https://a.b/x, https://a.b/X",
    "https://a.b/x/*, https://a.b/x",
    "https://a.b/x/*, https://a.b/x/y/z",
    "https://a.b/*a*b*c, https://a.b/xaybbzc/c",
    "https://a.b/**/z, https://a.b/z/y",
    "https://a.b/x/**/z, https://a.b/x",
    "https://a.b/a%20b, https://a.b/a+b",
    "https://a.b/a/b, https://a.b/a%2Fb",
    "https://a.b/a, https://a.b//a",
    "https://a.b/b, https://a.b/a/../b",
    "https://a.b/%2A, https://a.b/a",
    "https://a.b/%fc, https://a.b/ü",
  })
  void doesNotMatchWhatItShouldNot(String pattern, String url) throws BadValue {
    assertThat(matches(pattern, url)).isFalse();
  }

  @Test
  void comparesMethodsAsTheyAre() throws BadValue {
    UrlPattern pattern = new UrlPattern("GET,PUT   https://a.b/**");

    assertThat(matches(pattern, FakeTarget.of("PUT", "https://a.b/"))).isTrue();
    assertThat(matches(pattern, FakeTarget.of("put", "https://a.b/"))).isFalse();
    assertThat(matches(pattern, FakeTarget.of("POST", "https://a.b/"))).isFalse();
  }

  @Test
  void takesAnAddressWithAndWithoutItsBrackets() throws BadValue {
    UrlPattern pattern = new UrlPattern("http://[fe80::1.2.3.4]:*/**");

    assertThat(matches(pattern, new FakeTarget("GET", "http", "[FE80::1.2.3.4]", 1, "/"))).isTrue();
    assertThat(matches(pattern, new FakeTarget("GET", "http", "fe80::1.2.3.4", 1, "/"))).isTrue();
    assertThat(matches(pattern, new FakeTarget("GET", "http", "fe80::1.2.3.5", 1, "/"))).isFalse();
  }

  @Test
  void doesNotStumbleOverATargetThatLacksParts() throws BadValue {
    FakeTarget nothing = new FakeTarget(null, null, null, -1, null);

    assertThat(matches(new UrlPattern("GET https://a.b/x"), nothing)).isFalse();
    assertThat(matches(new UrlPattern("*://a.b/x"), nothing)).isFalse();
    assertThat(matches(new UrlPattern("*://*:*/**"), nothing)).isTrue();
    assertThat(matches(new UrlPattern("*://*/**"), new FakeTarget("OPTIONS", "http", "a", 80, "*")))
        .isTrue();
  }

  @Test
  void comparesWhatAUrlCannotContainAsItWouldBeEncoded() throws BadValue {
    UrlPattern pattern = new UrlPattern("http://a/%20%7C%5b%25%5C/*");

    assertThat(matches(pattern, new FakeTarget("GET", "http", "a", -1, "/ |[%\\/%4"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stock.internal/** | the scheme is missing",
        "https://stock.internal | the path is missing",
        "ftp://a.b/** | the scheme must be http, https or *",
        "https://api-*.b/** | in a host, * stands for a whole label",
        "https://a..b/** | the host is missing or has an empty label",
        "https:///x | the host is missing or has an empty label",
        "https://me@a.b/x | the host has a character that a host name cannot have",
        "https://a.b:0/x | the port must be a number from 1 to 65535 or *",
        "https://a.b:/x | the port must be a number from 1 to 65535 or *",
        "https://a.b:99999999999999999999/x | the port must be a number from 1 to 65535 or *",
        "https://[::1/x | the host is not an IPv6 address",
        "https://a.b/x** | ** stands for whole segments",
        "https://a.b/x?y=z | the query is ignored, leave it out",
        "https://a.b/x y | there is a space in the URL",
        "get https://a.b/x | methods are upper case",
        "none https://a.b/x | to match any method, leave the methods out",
        "* https://a.b/x | to match any method, leave the methods out",
        "GET, https://a.b/x | an item is empty",
      })
  void saysWhatIsWrong(String pattern, String reason) {
    BadValue bad = catchThrowableOfType(BadValue.class, () -> new UrlPattern(pattern));

    assertThat(bad.getMessage()).isEqualTo(reason);
  }

  @Test
  void takesNoLongerForPatternsMadeToBeSlow() throws BadValue {
    StringBuilder pattern = new StringBuilder("https://a.b");
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      pattern.append("/**/*a*a*");
      path.append("/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    }
    UrlPattern slow = new UrlPattern(pattern + "/b");

    assertThat(matches(slow, FakeTarget.of("GET", "https://a.b" + path))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://a.b/** | https://a.b/**",
        "https://a.b/** | https://a.b/",
        "https://a.b/** | https://A.b/x/*/y",
        "https://a.b/** | https://a.b/x/**",
        "https://a.b/x/** | https://a.b/x",
        "https://a.b/**/z | https://a.b/x/**/z",
        "https://a.b/*/y/** | https://a.b/x*/y/z/**",
        "https://a.b/x*z | https://a.b/xy*z",
        "https://a.b/*a*b* | https://a.b/*ab*",
        "https://a.b/** | GET https://a.b/**",
        "GET,PUT https://a.b/** | PUT https://a.b/**",
        "*://a.b/** | https://a.b/**",
        "*://a.b/** | https://a.b:443/**",
        "https://a.b:443/** | https://a.b/**",
        "*://*:80/** | http://a.b/**",
        "https://a.b:*/** | https://a.b:8443/**",
        "https://*.b/** | https://a.b/**",
        "https://*/** | https://*.*/**",
        "https://*/** | https://[::1]/**",
        "*://*:*/** | *://*:*/**",
      })
  void coversWhatMatchesNothingElse(String earlier, String later) throws BadValue {
    assertThat(new UrlPattern(earlier).covers(new UrlPattern(later))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://a.b/x/** | https://a.b/**",
        "https://a.b/x | https://a.b/x/",
        "https://a.b/x/* | https://a.b/x/**",
        "https://a.b/*/* | https://a.b/*/**",
        "https://a.b/*a*b | https://a.b/*b",
        "https://a.b/**/** | https://a.b/**",
        "GET https://a.b/** | https://a.b/**",
        "GET https://a.b/** | GET,PUT https://a.b/**",
        "https://a.b/** | *://a.b/**",
        "*://a.b:443/** | *://a.b/**",
        "*://a.b/** | *://a.b:443/**",
        "https://a.b:80/** | https://a.b/**",
        "https://a.b/** | https://a.b:*/**",
        "https://*.b/** | https://*/**",
        "https://*.b/** | https://*.*/**",
        "https://*.b/** | https://x.a.b/**",
      })
  void doesNotCoverWhatMatchesMore(String earlier, String later) throws BadValue {
    assertThat(new UrlPattern(earlier).covers(new UrlPattern(later))).isFalse();
  }
}
