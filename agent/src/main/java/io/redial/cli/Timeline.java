package io.redial.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * How many attempts and refusals each host had over time, in at most 120 periods of a round length.
 * Not thread-safe.
 */
final class Timeline {
  private static final int MAX_PERIODS = 120;
  private static final int FEWEST_PERIODS = 30;
  private static final long DAY = TimeUnit.DAYS.toMillis(1);

  private static final long[] ROUND_MILLIS = {
    10, 20, 50, 100,
    200, 500, 1_000, 2_000,
    5_000, 10_000, 15_000, 30_000,
    60_000, 120_000, 300_000, 600_000,
    900_000, 1_800_000, 3_600_000, 7_200_000,
    10_800_000, 21_600_000, 43_200_000, DAY
  };

  private static final int FIRST_ATTEMPTS = 0;
  private static final int RETRIES = 1;
  private static final int REFUSALS = 2;

  private final long startMillis;
  private final long periodMillis;
  private final int periods;

  /** Of each host, the three counts of each period in which something happened. */
  private final Map<String, Map<Long, int[]>> rows = new LinkedHashMap<>();

  private Map<Long, int[]> last;

  /**
   * Creates a timeline without events.
   *
   * @param hosts each has a row; the last one is for all hosts that are not named
   */
  Timeline(long firstMillis, long lastMillis, List<Totals> hosts) {
    periodMillis = round((lastMillis - firstMillis) / (MAX_PERIODS - 1) + 1);
    startMillis = firstMillis / periodMillis * periodMillis;
    periods = Math.max(FEWEST_PERIODS, (int) ((lastMillis - startMillis) / periodMillis) + 1);
    for (Totals host : hosts) {
      last = new TreeMap<>();
      rows.put(host.name, last);
    }
  }

  /** Returns a round span that is not shorter than the given one. */
  private static long round(long millis) {
    for (long round : ROUND_MILLIS) {
      if (round >= millis) {
        return round;
      }
    }
    return (millis / DAY + 1) * DAY;
  }

  void add(FlightEvent event) {
    boolean isRefusal = event.kind() == FlightEvent.Kind.REFUSAL;
    if (isRefusal || event.kind() == FlightEvent.Kind.ATTEMPT) {
      int what = isRefusal ? REFUSALS : event.number("attempt") > 1 ? RETRIES : FIRST_ATTEMPTS;
      long since = (event.endMillis() - startMillis) / periodMillis;
      long period = Math.max(0, Math.min(periods - 1, since));
      Map<Long, int[]> row = rows.getOrDefault(event.text("host"), last);
      row.computeIfAbsent(period, number -> new int[3])[what]++;
    }
  }

  /** The timeline as JSON, without periods in which nothing happened. */
  Json json() {
    Json json = new Json().put("from", RetryReport.time(startMillis));
    json.put("periodMillis", periodMillis).put("periods", periods);
    return json.put(
        "hosts", Json.array(rows.entrySet(), row -> json(row.getKey(), row.getValue())));
  }

  private Json json(String host, Map<Long, int[]> row) {
    List<Object> shown = Json.array(row.entrySet(), each -> json(each.getKey(), each.getValue()));
    return new Json().put("host", host).put("periods", shown);
  }

  private Json json(long period, int... counts) {
    Json json = new Json().put("from", RetryReport.time(startMillis + period * periodMillis));
    json.put("firstAttempts", counts[FIRST_ATTEMPTS]).put("retries", counts[RETRIES]);
    return json.put("refusals", counts[REFUSALS]);
  }
}
