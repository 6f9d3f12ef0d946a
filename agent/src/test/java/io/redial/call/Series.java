package io.redial.call;

import java.time.Duration;
import java.util.ArrayList;

/** Calls one after the other, through one engine and one of the two drivers. */
final class Series {
  private final World world;
  private final boolean sync;

  /**
   * A series with these options, as agent arguments.
   *
   * @param driver {@code sync} or {@code async}
   */
  Series(String driver, String options) {
    world = new World(Scenario.with(options));
    sync = driver.equals("sync");
  }

  /** Plays the next call, whose options are those of the series. */
  Result call(Scenario scenario) {
    world.plays(scenario);
    Result result =
        sync ? new SyncScenario(scenario, world).run() : new AsyncScenario(scenario, world).run();
    return new Result(
        result.outcomes(),
        new ArrayList<>(result.attempts()),
        new ArrayList<>(result.log()),
        result.endedNanos(),
        result.waits(),
        result.threads(),
        result.faults(),
        result.released(),
        new ArrayList<>(result.waited()));
  }

  /** How the last call was counted. */
  String settled() {
    return String.join(", ", world.settled);
  }

  void pass(Duration time) {
    try {
      world.time.sleep(time.toNanos());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
