package io.redial.call;

import io.redial.config.LiveConfiguration;
import io.redial.policy.Decision;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The engine in which a scenario plays, the call's request, and what is seen of it. */
final class World implements CallListener, OutgoingRequest {
  final VirtualTime time = new VirtualTime();
  Object client = new Object();
  final RetryEngine engine;
  final List<String> log = new ArrayList<>();
  final List<String> faults = new ArrayList<>();
  final List<Long> attempts = new ArrayList<>();

  /** How each call ended of which an attempt could have been retried. */
  final List<String> settled = new ArrayList<>();

  private final List<String> waited = new ArrayList<>();
  private Scenario scenario;
  private final LiveConfiguration configuration;
  private int entries;
  int released;

  World(Scenario scenario) {
    this.scenario = scenario;
    String one = "max-waiting=1"; // A permit that is not given back shows in the result.
    String options = scenario.options;
    configuration =
        Scenario.configuration(
            options.contains("max-waiting=")
                ? options
                : options.isEmpty() ? one : options + "," + one);
    if (!configuration.current().faults().isEmpty()) {
      throw new IllegalArgumentException(configuration.current().faults().toString());
    }
    time.hasThreads = scenario.hasThreads;
    engine = new RetryEngine(configuration, this, time, time, most -> most / 2, () -> false);
  }

  /** Another call, through the same engine, by a client that was not closed. */
  void plays(Scenario next) {
    scenario = next;
    client = new Object();
    log.clear();
    attempts.clear();
    settled.clear();
    waited.clear();
  }

  /** A fault of the test's making. */
  static final class Broken extends Error {
    private static final long serialVersionUID = 1;

    Broken() {
      super("broken on purpose");
    }
  }

  /** The adapter is entered: breaks if it is time for that. */
  void enter() {
    if (++entries == scenario.faultAt) {
      throw new Broken();
    }
  }

  Call begin(boolean blocking) {
    Call call = engine.begin(this, client, blocking);
    for (Scenario.Event event : scenario.events) {
      time.plan(event.nanos(), () -> act(call, event.act()));
    }
    return call;
  }

  /** What does not depend on how the application uses its client. */
  private void act(Call call, Scenario.Act act) {
    switch (act) {
      case HURRY -> endWaits(Wait.End.HURRIED);
      case STOP -> endWaits(Wait.End.STOPPED);
      case ABORT -> call.abort();
      case SHUT_DOWN -> engine.shutDown(client);
      case CLOSE -> {
        engine.closing(client);
        engine.closed(client);
      }
      case SWITCH_OFF -> {
        configuration.set("enabled", "false", null, "JMX");
        engine.optionsChanged();
      }
      default -> cancel.run();
    }
  }

  /** How the application gives the call up. */
  Runnable cancel = () -> {};

  private void endWaits(Wait.End how) {
    engine.room().waits().forEach(wait -> wait.end(how));
  }

  Result result(List<String> outcomes, long endedNanos) {
    return new Result(
        outcomes,
        attempts,
        log,
        endedNanos,
        engine.room().waits().size(),
        waitingThreads(),
        faults,
        released,
        waited);
  }

  private int waitingThreads() {
    if (!engine.room().tryAcquire(null)) {
      return 1;
    }
    engine.room().release(null);
    return 0;
  }

  // CallListener

  @Override
  public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
    log.add("waits after " + attempt.outcome());
  }

  @Override
  public void waited(ObservedCall call, long nanos) {
    waited.add(TimeUnit.NANOSECONDS.toMillis(nanos) + " ms");
  }

  @Override
  public void retried(ObservedCall call, Decision decision) {
    log.add("retries");
  }

  @Override
  public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason reason) {
    log.add("refused: " + reason.key());
  }

  @Override
  public void ended(ObservedCall call, AttemptRecord attempt) {
    log.add("ended");
  }

  @Override
  public void settled(ObservedCall call, boolean saved) {
    String route = call.policy().route();
    settled.add((saved ? "saved" : "failed") + (route == null ? "" : " by route " + route));
  }

  @Override
  public void fault(String where, Throwable thrown) {
    faults.add(where + ": " + thrown);
  }

  // OutgoingRequest

  @Override
  public String method() {
    return scenario.method;
  }

  @Override
  public HeaderFields headers() {
    return name -> List.of();
  }

  @Override
  public boolean repeatable() {
    return scenario.repeatable;
  }

  @Override
  public String scheme() {
    return "http";
  }

  @Override
  public String host() {
    return "host";
  }

  @Override
  public int port() {
    return 80;
  }

  @Override
  public String path() {
    return scenario.path;
  }
}
