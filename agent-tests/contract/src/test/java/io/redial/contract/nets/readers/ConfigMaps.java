package io.redial.contract.nets.readers;

import io.redial.contract.server.Attempt;
import io.redial.contract.server.Exchange;
import io.redial.contract.server.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A part of the API of Kubernetes: the list of ConfigMaps, which are of versions up to {@link
 * #LISTED}, and what happens to them afterwards, a few events on each connection.
 *
 * @param events how many happen
 * @param each so many on each connection, which then ends within the next one
 */
record ConfigMaps(int events, int each) {
  /** The version of the list. */
  static final int LISTED = 1000;

  /** How connections end. */
  enum End {
    FIN,
    RST,
    /** Between two events, as a server ends a watch that has been open for long. */
    ORDERLY
  }

  /** What happens to each ConfigMap. */
  private static final List<String> TYPES = List.of("ADDED", "MODIFIED", "DELETED");

  private static final Pattern VERSION = Pattern.compile("[?&]resourceVersion=(\\d+)");

  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";

  /** The version that an event has; not each is one more than the last. */
  static int version(int number) {
    return LISTED + 7 * (number + 1);
  }

  /** What a program prints of the events, in order. */
  List<String> seen() {
    return IntStream.range(0, events)
        .mapToObj(number -> type(number) + " " + name(number) + " " + version(number))
        .toList();
  }

  /** The name in the last event, and in no other. */
  static String last() {
    return "last";
  }

  private String name(int number) {
    return number == events - 1 ? last() : "map-" + number / TYPES.size();
  }

  private String type(int number) {
    return TYPES.get(number == events - 1 ? 0 : number % TYPES.size());
  }

  /** Whether a request is for events and not for the list. */
  static boolean isWatch(Attempt attempt) {
    return attempt.target().contains("watch=true");
  }

  /** The version that a request names. */
  static int version(Attempt attempt) {
    Matcher version = VERSION.matcher(attempt.target());
    return version.find() ? Integer.parseInt(version.group(1)) : -1;
  }

  /** A list, or a watch that ends in that way; if all has happened it stays open. */
  Step ending(End end) {
    return exchange -> {
      exchange.readBody();
      if (!isWatch(exchange.attempt())) {
        exchange.write(HEAD + chunk(list()) + "0\r\n\r\n");
        return true;
      }
      return watch(exchange, end);
    };
  }

  /** An event which says that the version is too old. */
  static Step gone() {
    return exchange -> {
      exchange.readBody();
      exchange.write(
          HEAD
              + chunk(
                  "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\","
                      + "\"metadata\":{},\"status\":\"Failure\",\"message\":\"too old resource"
                      + " version: 7 (9)\",\"reason\":\"Expired\",\"code\":410}}\n")
              + "0\r\n\r\n");
      return true;
    };
  }

  private boolean watch(Exchange exchange, End end) throws IOException {
    int from = 0;
    while (from < events && version(from) <= version(exchange.attempt())) {
      from++;
    }
    int to = Math.min(from + each, events);
    exchange.write(HEAD);
    for (int number = from; number < to; number++) {
      exchange.write(chunk(event(number)));
    }
    if (to == events) {
      exchange.awaitEnd();
      return false;
    }
    if (end == End.ORDERLY) {
      exchange.write("0\r\n\r\n");
      return true;
    }
    exchange.write(chunk(event(to).substring(0, 70)));
    if (end == End.RST) {
      exchange.reset();
    } else {
      exchange.finish();
    }
    return false;
  }

  /** The objects that there are already. */
  private static String list() {
    String items =
        IntStream.of(3, 1, 2)
            .mapToObj(number -> object("listed-" + number, LISTED - number))
            .collect(Collectors.joining(","));
    return "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\""
        + LISTED
        + "\"},\"items\":["
        + items
        + "]}";
  }

  private String event(int number) {
    return "{\"type\":\""
        + type(number)
        + "\",\"object\":"
        + object(name(number), version(number))
        + "}\n";
  }

  private static String object(String name, int version) {
    return "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\""
        + name
        + "\",\"namespace\":\"default\",\"uid\":\""
        + name
        + "\",\"resourceVersion\":\""
        + version
        + "\"},\"data\":{\"text\":\"}{ \\\"resourceVersion\\\"\"}}";
  }

  private static String chunk(String text) {
    int length = text.getBytes(StandardCharsets.US_ASCII).length;
    return Integer.toHexString(length) + "\r\n" + text + "\r\n";
  }
}
