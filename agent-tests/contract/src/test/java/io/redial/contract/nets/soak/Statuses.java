package io.redial.contract.nets.soak;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers that are whole, with every kind of hint or none; in HTTP/1.1 and HTTP/2. */
final class Statuses {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private static final String RETRY_AFTER = "Retry-After";

  private static final Set<String> NAMES =
      all().stream().map(Fault::name).collect(Collectors.toSet());

  private Statuses() {}

  static List<Fault> all() {
    return List.of(
        asking("503-hint-0", 12, 503, 0, "0"),
        asking("429-hint-0", 6, 429, 0, "0"),
        asking("500-hint-0", 4, 500, 0, "0"),
        asking("599-hint-0", 2, 599, 0, "0"),
        asking("502-hint-0", 4, 502, 0, "0"),
        asking("504-hint-0", 4, 504, 0, "0"),
        asking("503-hint-1", 3, 503, 1, "1"),
        asking("503-hint-spaces", 2, 503, 0, "  0  "),
        Fault.of("503-hint-date", 2, Statuses::askByDate),
        Fault.of(
            "503-hint-past-date", 2, exchange -> ask(exchange, 503, 0, date(Instant.now(), -60))),
        Fault.of("503-hints", 2, Statuses::askOften),
        refusing("503-garbage", 2, 503, "soon"),
        refusing("503-negative", 2, 503, "-1"),
        refusing("503-fraction", 2, 503, "0.5"),
        refusing("503-empty", 2, 503, ""),
        refusing("503-huge", 2, 503, "99999999"),
        refusing("503-too-long", 2, 503, "9".repeat(40)),
        refusing("503-beyond-deadline", 2, 503, "20"),
        refusing("404-hint", 2, 404, "0"),
        Fault.of("503-no-hint", 4, exchange -> exchange.refuse(503)),
        Fault.of("500-no-hint", 4, exchange -> exchange.refuse(500)),
        Fault.of("429-no-hint", 2, exchange -> exchange.refuse(429)),
        Fault.of("408-no-hint", 1, exchange -> exchange.refuse(408)),
        Fault.of("503-veto", 2, Statuses::veto));
  }

  /** Whether that fault is one of these. */
  static boolean has(String fault) {
    return NAMES.contains(fault);
  }

  private static Fault asking(String name, int weight, int status, int seconds, String hint) {
    return Fault.of(name, weight, exchange -> ask(exchange, status, seconds, hint));
  }

  private static Fault refusing(String name, int weight, int status, String hint) {
    return Fault.of(name, weight, exchange -> exchange.refuse(status, RETRY_AFTER, hint));
  }

  private static void ask(Exchange exchange, int status, int seconds, String hint)
      throws IOException {
    exchange.take();
    exchange.arrival().ask(seconds, status == 502 || status == 504);
    exchange.answerWith(status, RETRY_AFTER, hint);
  }

  /** Measured against the answer's own date. */
  private static void askByDate(Exchange exchange) throws IOException {
    exchange.take();
    exchange.arrival().ask(1, false);
    Instant now = Instant.now();
    exchange.answerWith(503, RETRY_AFTER, date(now, 3601), "Date", date(now, 3600));
  }

  /** The longest that is valid counts. */
  private static void askOften(Exchange exchange) throws IOException {
    exchange.take();
    exchange.arrival().ask(1, false);
    exchange.answerWith(
        503, RETRY_AFTER, "0", RETRY_AFTER, "soon", RETRY_AFTER, "1", RETRY_AFTER, "-5");
  }

  private static void veto(Exchange exchange) throws IOException {
    exchange.take();
    exchange.arrival().veto();
    exchange.answerWith(503, RETRY_AFTER, "0", "x-should-retry", "false");
  }

  private static String date(Instant now, int seconds) {
    return DATE.format(now.plusSeconds(seconds));
  }
}
