package io.redial.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many attempts, retries and refusals each host had in each period. Not thread-safe. */
public final class Timeline {
  private final TimeScale scale;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Row> byHost = new HashMap<>();

  /** One host, or all others together. */
  public static final class Row {
    private final Totals totals;
    private final int[] firsts;
    private final int[] retries;
    private final int[] refusals;

    Row(Totals totals, int periods) {
      this.totals = totals;
      firsts = new int[periods];
      retries = new int[periods];
      refusals = new int[periods];
    }

    /** The totals of the row's host. */
    public Totals totals() {
      return totals;
    }

    /**
     * First attempts that ended in that period, of calls that did not succeed on the first attempt.
     */
    public int firsts(int period) {
      return firsts[period];
    }

    /** Further attempts that ended in that period. */
    public int retries(int period) {
      return retries[period];
    }

    /** Retries that were not made. */
    public int refusals(int period) {
      return refusals[period];
    }

    int attempts(int period) {
      return firsts[period] + retries[period];
    }

    /** Whether nothing happened in that period. */
    public boolean isEmpty(int period) {
      return attempts(period) + refusals[period] == 0;
    }
  }

  Timeline(TimeScale scale, List<Totals> hosts, Totals others) {
    this.scale = scale;
    for (Totals host : hosts) {
      Row row = new Row(host, scale.periods());
      rows.add(row);
      byHost.put(host.name(), row);
    }
    if (others != null) {
      rows.add(new Row(others, scale.periods()));
    }
  }

  void add(FlightEvent event) {
    Row row = byHost.getOrDefault(event.host(), rows.get(rows.size() - 1));
    int period = scale.period(event.endNanos());
    if (event.kind() == FlightEvent.Kind.REFUSAL) {
      row.refusals[period]++;
    } else if (event.kind() == FlightEvent.Kind.ATTEMPT) {
      (event.attempt() > 1 ? row.retries : row.firsts)[period]++;
    }
  }

  /** The periods of the timeline. */
  public TimeScale scale() {
    return scale;
  }

  /**
   * The hosts with the most retries, refusals and retried calls in all first; all others together
   * come last.
   */
  public List<Row> rows() {
    return rows;
  }

  /** The most attempts that a row has in a period. */
  int mostAttempts() {
    int most = 0;
    for (Row row : rows) {
      for (int i = 0; i < scale.periods(); i++) {
        most = Math.max(most, row.attempts(i));
      }
    }
    return most;
  }

  /** The most refusals that a row has in a period. */
  int mostRefusals() {
    int most = 0;
    for (Row row : rows) {
      for (int refusals : row.refusals) {
        most = Math.max(most, refusals);
      }
    }
    return most;
  }
}
