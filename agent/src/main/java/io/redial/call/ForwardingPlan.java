package io.redial.call;

import io.redial.policy.stream.StreamPlan;
import java.util.function.BiConsumer;

/**
 * Forwards to another plan whatever does not change its state: its fixed properties, and the
 * contents of a request for the rest.
 */
abstract class ForwardingPlan extends StreamPlan {
  final StreamPlan plan;
  private final boolean verbatim;
  private final boolean goesOnWithHead;

  ForwardingPlan(StreamPlan plan) {
    this.plan = plan;
    this.verbatim = plan.isVerbatim();
    this.goesOnWithHead = plan.goesOnWithHead();
  }

  @Override
  public final boolean isVerbatim() {
    return verbatim;
  }

  @Override
  public final boolean goesOnWithHead() {
    return goesOnWithHead;
  }

  @Override
  public final boolean filters() {
    return plan.filters();
  }

  @Override
  public final String target(String target) {
    return plan.target(target);
  }

  @Override
  public final void ask(BiConsumer<String, String> header) {
    plan.ask(header);
  }

  @Override
  public final long leastWaitNanos() {
    return plan.leastWaitNanos();
  }

  @Override
  public final boolean hasProgressed() {
    return plan.hasProgressed();
  }
}
