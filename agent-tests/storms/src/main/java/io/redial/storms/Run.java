package io.redial.storms;

import java.util.BitSet;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * What came of a scenario.
 *
 * @param requests every request that reached the server
 * @param succeeded numbers of the calls that ended well
 */
record Run(Variant variant, Scenario scenario, List<Request> requests, BitSet succeeded) {
  /** Width of what {@link #rates} counts in, in seconds. */
  static final double BIN = 0.5;

  /** Requests for each call, from the first to the last. */
  double requestsPerCall() {
    return (double) requests.size() / scenario.calls();
  }

  /** By what the outage multiplied the load: requests in it for each call in it. */
  double loadInOutage() {
    double calls = scenario.callsPerSecond() * scenario.outage();
    return requests.stream().filter(r -> scenario.inOutage(r.second())).count() / calls;
  }

  /** The most requests in a second, on average over half of one. */
  double peak() {
    double peak = 0;
    for (double rate : rates(false)) {
      peak = Math.max(peak, rate);
    }
    return peak;
  }

  /** Seconds from recovery until the last request was turned away; 0 if none was. */
  double secondsToNormal() {
    return requests.stream()
        .filter(r -> !r.served() && r.second() >= scenario.recovery())
        .mapToDouble(r -> r.second() - scenario.recovery())
        .max()
        .orElse(0);
  }

  /** Whether the server was back to normal before the users stopped calling. */
  boolean recovered() {
    return secondsToNormal() < scenario.after();
  }

  double successInHiccup() {
    return success(scenario::inHiccup);
  }

  double successInOutage() {
    return success(scenario::inOutage);
  }

  double successAfter() {
    return success(start -> start >= scenario.recovery());
  }

  private double success(DoublePredicate startsIn) {
    int[] calls =
        IntStream.range(0, scenario.calls())
            .filter(call -> startsIn.test(scenario.startOf(call)))
            .toArray();
    return (double) IntStream.of(calls).filter(succeeded::get).count() / calls.length;
  }

  /** Requests per second for each half second until the users stop calling. */
  double[] rates(boolean servedOnly) {
    double[] rates = new double[(int) (scenario.seconds() / BIN)];
    for (Request request : requests) {
      int bin = (int) (request.second() / BIN);
      if (bin < rates.length && (request.served() || !servedOnly)) {
        rates[bin] += 1 / BIN;
      }
    }
    return rates;
  }
}
