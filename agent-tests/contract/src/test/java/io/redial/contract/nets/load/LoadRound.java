package io.redial.contract.nets.load;

/**
 * One round of calls.
 *
 * @param variant how the agent is set
 * @param threads how many threads make calls
 * @param calls how many calls in all
 * @param kind {@code healthy}, or {@code cancels} if every other call is cancelled
 */
record LoadRound(Variant variant, int threads, int calls, String kind) {
  static final String HEALTHY = "healthy";
  static final String CANCELS = "cancels";

  @Override
  public String toString() {
    return variant.name() + " " + kind + ", " + calls + " calls on " + threads + " threads";
  }

  /** The same without the agent. */
  LoadRound absent() {
    return new LoadRound(Variant.ABSENT, threads, calls, kind);
  }

  /** Whether two rounds differ in nothing but the agent. */
  boolean isLike(LoadRound other) {
    return threads == other.threads && calls == other.calls && kind.equals(other.kind);
  }
}
