package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestArgumentTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://stock.internal/items      | GET https://stock.internal/items",
        "  PUT  https://stock.internal     | PUT https://stock.internal/",
        "HTTPS://Stock.internal:8443/%20?a | GET https://Stock.internal:8443/%20",
        "GET http://me:secret@h/x#part     | GET http://h/x",
        "GET http://[::1]:80/x             | GET http://[::1]:80/x",
        "GET http://order_items/x          | GET http://order_items/x",
        "http://me@order_items:8080/x      | GET http://order_items:8080/x",
        "http://order_items:/x             | GET http://order_items/x",
        "M-SEARCH http://h/                | M-SEARCH http://h/",
      })
  void readsAMethodAndAUrl(String text, String request) {
    assertThat(new RequestArgument(text)).hasToString(request);
  }

  @Test
  void tellsTheRoutesWhatTheyLookAt() {
    RequestArgument request = new RequestArgument("http://order_items:8080");

    assertThat(request.scheme()).isEqualTo("http");
    assertThat(request.host()).isEqualTo("order_items");
    assertThat(request.port()).isEqualTo(8080);
    assertThat(new RequestArgument("http://h/").port()).isEqualTo(-1);
    assertThat(request.headers().has("Idempotency-Key")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                      | the scheme is missing",
        "stock.internal/items    | the scheme is missing",
        "GET                     | the scheme is missing",
        "GET ftp://h/            | the scheme must be http or https",
        "get https://h/          | methods are upper case: GET",
        "G(T https://h/          | the method has a character that it cannot have",
        "https://h/ x            | there is a space in the URL",
        "GET https://h/ x        | Illegal character in path",
        "https://                | the host is missing",
        "https:///x              | the host is missing",
        "https://?x              | the host is missing",
        "https://me@/x           | the host is missing",
        "https://:80/x           | the host is missing",
        "https://h*/x            | the host has a character that a host name cannot have",
        "https://h:0/            | the port must be a number from 1 to 65535",
        "https://h:65536/        | the port must be a number from 1 to 65535",
        "https://h:4294967295/   | the port must be a number from 1 to 65535",
        "https://a_b:4294967295/ | the port must be a number from 1 to 65535",
        "https://a_b:port/       | the port must be a number from 1 to 65535",
      })
  void saysWhatIsWrong(String text, String reason) {
    assertThatThrownBy(() -> new RequestArgument(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }
}
