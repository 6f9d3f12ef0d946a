package io.redial.subjects;

import java.util.Collections;
import java.util.Map;

/**
 * Interrupts, cancels or aborts a call in flight, or closes a client: {@code key}, {@code action}.
 */
public final class ControlScenario implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    InFlight.run(args.get("key"), args.get("action"));
    return Collections.emptyMap();
  }
}
