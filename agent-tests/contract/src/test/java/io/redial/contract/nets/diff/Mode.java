package io.redial.contract.nets.diff;

/** A way to attach the agent in which the calls must not change. */
enum Mode {
  OBSERVE("mode=observe"),
  OUTSIDE_ROLLOUT("rollout=0%"),
  NO_RETRIES("max-retries=0"),
  DISABLED("enabled=false"),
  /** Default options, for calls whose outcome nobody would retry. */
  DEFAULT("mode=active");

  private final String options;

  Mode(String options) {
    this.options = options;
  }

  /** The agent's. */
  String options() {
    return options;
  }

  /**
   * The program's argument that leaves out what this mode changes: what is retried, and what a
   * client's own retries would have mended, which max-retries=0 switches off (5.1).
   */
  String which(Program program) {
    boolean all = this != DEFAULT && !(this == NO_RETRIES && program.retriesItself());
    return "retryable=" + all;
  }

  @Override
  public String toString() {
    return this == DEFAULT ? "default" : options;
  }
}
