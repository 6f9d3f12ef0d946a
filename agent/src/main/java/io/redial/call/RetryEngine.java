package io.redial.call;

import io.redial.call.body.ReplayMemory;
import io.redial.config.LiveConfiguration;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.policy.HostState;
import io.redial.policy.HostStates;
import io.redial.policy.RetryPolicy;
import io.redial.policy.rate.Clock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/** The running agent as clients and operators see it: begins calls and ends waits. Thread-safe. */
public final class RetryEngine implements FaultLog {
  private final CallServices services;
  private final HostStates hosts;

  /**
   * Creates an engine with the JVM's own clock, timer and random source.
   *
   * @param serves tells whether the process serves anybody (rule 4.7); called now and then while
   *     calls wait
   */
  public static RetryEngine system(
      LiveConfiguration configuration, CallListener listener, BooleanSupplier serves) {
    return new RetryEngine(
        configuration, listener, Clock.SYSTEM, new SystemTimer(), RetryEngine::uniform, serves);
  }

  /**
   * Creates an engine with the given clock, timer and random source.
   *
   * @param random returns a uniform number from 0 to its argument, both included
   */
  RetryEngine(
      LiveConfiguration configuration,
      CallListener listener,
      Clock clock,
      Timer timer,
      LongUnaryOperator random,
      BooleanSupplier serves) {
    this.services = new CallServices(configuration, listener, clock, timer, random, serves);
    this.hosts = new HostStates(clock);
  }

  private static long uniform(long most) {
    return most <= 0
        ? 0
        : ThreadLocalRandom.current().nextLong(most == Long.MAX_VALUE ? most : most + 1);
  }

  /**
   * Takes a call from its entry to its outcome. If Redial fails before anything was sent, the call
   * is left to the client; after that, the application gets what the client made of the attempt
   * (rule 1.4).
   *
   * @param client the application's client
   * @param where the client's method, as the message of an internal fault names it
   * @return the answer for the gate, as {@link ClientCall#run} returns it
   * @throws Throwable what {@link ClientCall#leave} throws
   */
  public Object enter(ClientCall entered, Object client, String where) throws Throwable {
    PassiveAttempt passive = null;
    Attempt first = null;
    Object answer = null;
    try {
      OutgoingRequest request = entered.request();
      Call call = request == null ? null : begin(request, client, entered.blocks());
      if (call != null && call.isPassive()) {
        passive = new PassiveAttempt(call);
        first = passive;
        answer = entered.observe(passive);
      } else if (call != null) {
        first = entered.prepare(call);
        answer = entered.run(call, first);
      }
    } catch (Throwable fault) {
      FaultBoundary.report(this, where, fault);
      if (passive != null) {
        FaultBoundary.finish(this, where, passive);
      }
      answer = first == null ? null : first.answer();
    }
    return answer == null ? entered.leave() : answer;
  }

  /**
   * Begins a call, unless Redial has nothing to do with it.
   *
   * @param blocks whether the caller's thread waits for the outcome
   * @return null to leave the call to the client
   */
  Call begin(OutgoingRequest request, Object client, boolean blocks) {
    if (request.method().equals("CONNECT")) {
      return null;
    }
    RetryPolicy options = services.policyNow(request);
    if (!options.enabled()) {
      return null;
    }
    float rolloutSample = options.rollout() < 1 ? services.sampleRollout() : Call.NOT_SAMPLED;
    boolean observed = options.onlyObserves(request, rolloutSample);
    RetryPolicy policy = observed ? options.observing() : options;
    long now = services.clock.nanos(); // Read once, because that takes about 30 ns.
    HostState host = hosts.get(request.scheme(), request.host(), request.port(), now);
    host.countCall(policy.budget(), policy.observes(), now);
    return new Call(services, policy, request, host, client, blocks, rolloutSample, observed, now);
  }

  /**
   * Called when the client takes no new calls but finishes those it has. Ends their waits (rule
   * 5.4), and sends the first attempts that are held back.
   */
  public void shutDown(Object client) {
    services.clients.shutDown(client); // For a wait that begins from now on.
    endWaits(client, Wait.End.STOPPED);
    services.rateLimited.releaseAll(client);
  }

  /**
   * Called when the client is about to be closed. What fails from now on is not retried (rule
   * 2.10).
   */
  public void closing(Object client) {
    services.clients.closing(client);
  }

  /**
   * Called when the client was closed. Ends the waits of its calls; it answers every further use
   * with its own exception.
   */
  public void closed(Object client) {
    services.clients.closed(client); // For a wait that begins from now on.
    endWaits(client, Wait.End.CLOSED);
  }

  private void endWaits(Object client, Wait.End how) {
    for (Wait wait : room().waits()) {
      if (wait.call().client() == client) {
        wait.end(how);
      }
    }
  }

  /**
   * Ends the waits for retries that the options no longer allow (rule 11.1).
   *
   * @return how many waits were ended
   */
  public int optionsChanged() {
    int ended = 0;
    for (Wait wait : room().waits()) {
      if (wait.call().switchedOff() != null && wait.end(Wait.End.STOPPED)) {
        ended++;
      }
    }
    return ended;
  }

  /** Returns the room that lists all waits. */
  public WaitingRoom room() {
    return services.room;
  }

  /** Returns the state that is kept per host. */
  public HostStates hosts() {
    return hosts;
  }

  /** Returns the configuration that the agent uses. */
  public LiveConfiguration configuration() {
    return services.configuration;
  }

  /** Returns the memory in which copies of request bodies are accounted for. */
  public ReplayMemory replayMemory() {
    return services.replayMemory;
  }

  @Override
  public void fault(String where, Throwable thrown) {
    FaultBoundary.report(services.listener, where, thrown);
  }

  /** Runs a quick task after that many nanoseconds, on a daemon thread. */
  @SuppressWarnings("FutureReturnValueIgnored") // The tasks report their own faults.
  public void after(long nanos, Runnable task) {
    services.timer.after(nanos, task);
  }

  /** Runs a quick task as soon as a call has ended, or after a second at the latest. */
  public void afterNextCall(Runnable task) {
    services.afterNextCall.add(task);
    services.remember();
  }

  /** After that many nanoseconds, runs a task that may take its time and belongs to no call. */
  public void choreAfter(long nanos, Runnable chore) {
    after(nanos, () -> services.timer.startChore(chore));
  }
}
