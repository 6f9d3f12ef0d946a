package io.redial.storms;

/**
 * What happens.
 *
 * @param callsPerSecond calls that users make, come what may
 * @param before seconds of normal service
 * @param hiccup seconds in which the server turns away one request in ten
 * @param calm seconds of normal service again
 * @param outage seconds in which the server answers nothing but 503
 * @param after seconds of observation from recovery on
 * @param capacity requests per second that the server can serve
 * @param shedCost work that it takes to turn a request away, in requests served
 * @param serviceMillis how long it takes to serve a request
 */
record Scenario(
    int callsPerSecond,
    double before,
    double hiccup,
    double calm,
    double outage,
    double after,
    double capacity,
    double shedCost,
    int serviceMillis) {

  /** Ten seconds of outage, so that the budget's window fits into it. */
  static final Scenario FULL = new Scenario(100, 1, 3, 2, 10, 8, 150, 0.05, 10);

  /** Shows only that everything runs. */
  static final Scenario SMOKE = new Scenario(40, 0.25, 0.25, 0, 0.5, 0.5, 60, 0.05, 5);

  int calls() {
    return (int) (callsPerSecond * seconds());
  }

  double seconds() {
    return recovery() + after;
  }

  double fall() {
    return before + hiccup + calm;
  }

  double recovery() {
    return fall() + outage;
  }

  boolean inHiccup(double second) {
    return second >= before && second < before + hiccup;
  }

  boolean inOutage(double second) {
    return second >= fall() && second < recovery();
  }

  /** When a call is made, in seconds from the start. */
  double startOf(int call) {
    return (double) call / callsPerSecond;
  }
}
