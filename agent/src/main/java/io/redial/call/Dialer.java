package io.redial.call;

import io.redial.config.LiveConfiguration;
import io.redial.policy.Clock;
import io.redial.policy.HostState;
import io.redial.policy.HostStates;
import io.redial.policy.RetryPolicy;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/** The running agent as calls see it: begins them and holds what they share. Thread-safe. */
public final class Dialer {
  private final LiveConfiguration configuration;
  private final Clock clock;
  private final LongUnaryOperator random;
  private final CallListener listener;
  private final HostStates hosts;
  private final Backoffs backoffs;
  private final Set<HeldBack> heldBack = ConcurrentHashMap.newKeySet();
  private final WaitingRoom room;
  private final ReplayMemory replayMemory;
  private final SurfacedFailures surfaced = new SurfacedFailures();
  private final Timer timer = new Timer();

  /** Clients that were closed in an orderly way; touched only by calls that are about to retry. */
  private final Set<Object> closing = weakSet();

  /** Those that were closed for good. */
  private final Set<Object> closed = weakSet();

  private volatile boolean anyClosing;

  /** An agent with the JVM's own clock and random source. */
  public Dialer(LiveConfiguration configuration, CallListener listener) {
    this.configuration = configuration;
    this.clock = Clock.SYSTEM;
    this.random = Dialer::uniform;
    this.listener = new SafeListener(listener);
    this.hosts = new HostStates(clock);
    this.backoffs = new Backoffs(clock);
    this.room = new WaitingRoom(configuration.current().settings().maxWaiting());
    this.replayMemory = new ReplayMemory(configuration.current().settings().replayBufferBytes());
  }

  private static Set<Object> weakSet() {
    return Collections.synchronizedSet(
        Collections.newSetFromMap(new WeakHashMap<Object, Boolean>()));
  }

  private static long uniform(long most) {
    return most <= 0
        ? 0
        : ThreadLocalRandom.current().nextLong(most == Long.MAX_VALUE ? most : most + 1);
  }

  /**
   * Begins a call, unless Redial has nothing to do with it.
   *
   * @param blocking whether the caller's thread will wait
   * @return null to leave the call to the client
   */
  public Call dial(OutgoingRequest request, Object client, boolean blocking) {
    if (request.method().equals("CONNECT")) {
      return null;
    }
    RetryPolicy options = configuration.current().policyFor(request);
    if (!options.enabled()) {
      return null;
    }
    surfaced.forgetCollected();
    double lot = options.rollout() < 1 ? drawLot() : Call.NO_LOT;
    boolean watched = options.onlyWatches(request, lot);
    RetryPolicy policy = watched ? options.watching() : options;
    HostState host = hosts.get(request.scheme(), request.host(), request.port());
    HostLimits limits = new HostLimits(host, policy, backoffs);
    limits.countCall();
    return new Call(this, policy, request, limits, client, blocking, lot, watched);
  }

  /**
   * The client takes no new calls but finishes those it has: their waits end (rule 5.4), and those
   * that are held back go out.
   */
  public void shutDown(Object client) {
    closing(client);
    endWaits(client, Wait.End.STOPPED);
    for (HeldBack held : heldBack) {
      if (held.isFor(client)) {
        letGo(held);
      }
    }
  }

  HeldBack holdBack(Object client, Runnable firstAttempt) {
    HeldBack held = new HeldBack(client, firstAttempt);
    heldBack.add(held);
    return held;
  }

  void letGo(HeldBack held) {
    heldBack.remove(held);
    try {
      held.go();
    } catch (Throwable fault) {
      fault("first attempt", fault);
    }
  }

  /** The client is about to be closed: what fails from now on is not retried (rule 2.10). */
  public void closing(Object client) {
    closing.add(client);
    anyClosing = true;
  }

  /** The client was closed: it answers every further use with its own exception. */
  public void closed(Object client) {
    closed.add(client); // For a wait that begins from now on.
    anyClosing = true;
    endWaits(client, Wait.End.CLOSED);
  }

  private void endWaits(Object client, Wait.End how) {
    for (Wait wait : room.waits()) {
      if (wait.call().client() == client) {
        wait.end(how);
      }
    }
  }

  boolean isClosing(Object client) {
    return anyClosing && closing.contains(client);
  }

  boolean isClosed(Object client) {
    return anyClosing && closed.contains(client);
  }

  /** Where the waits are. */
  public WaitingRoom room() {
    return room;
  }

  /** What the agent runs by. */
  public LiveConfiguration configuration() {
    return configuration;
  }

  /** Ends the waits for retries that the options now keep from being sent (rule 11.1). */
  public void optionsChanged() {
    for (Wait wait : room.waits()) {
      if (wait.call().switchedOff() != null) {
        wait.end(Wait.End.STOPPED);
      }
    }
  }

  /** Logs a fault of Redial's own, once for each kind (rule 1.4). */
  public void fault(String where, Throwable thrown) {
    listener.fault(where, thrown);
  }

  /** Runs a quick task after that many nanoseconds, on a daemon thread. */
  @SuppressWarnings("FutureReturnValueIgnored") // Tasks of ours that report their own faults.
  public void after(long nanos, Runnable task) {
    timer.after(nanos, task);
  }

  /** Runs a task that may take its time. */
  public void start(Runnable task) {
    timer.start(task);
  }

  /** What holds for a request at this moment, whatever held when its call began (rule 11.1). */
  RetryPolicy policyNow(OutgoingRequest request) {
    return configuration.current().policyFor(request);
  }

  /** From 0 to less than 1. */
  double drawLot() {
    return ThreadLocalRandom.current().nextDouble();
  }

  CallListener listener() {
    return listener;
  }

  /** Failures that calls ended with. */
  SurfacedFailures surfaced() {
    return surfaced;
  }

  /** Where copies of request bodies are accounted for. */
  public ReplayMemory replayMemory() {
    return replayMemory;
  }

  Timer timer() {
    return timer;
  }

  Clock clock() {
    return clock;
  }

  LongUnaryOperator random() {
    return random;
  }
}
