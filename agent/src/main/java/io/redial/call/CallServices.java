package io.redial.call;

import io.redial.call.body.ReplayMemory;
import io.redial.config.LiveConfiguration;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.RetryPolicy;
import io.redial.policy.SpecCache;
import io.redial.policy.WaitingLimit;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.rate.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/** What all calls of a process share. Thread-safe. */
final class CallServices {
  /** The number of steps between 0 and 1, each of which a {@code float} can hold. */
  private static final long ROLLOUT_STEPS = 1L << 24;

  final LiveConfiguration configuration;
  final Clock clock;
  final Timer timer;
  final LongUnaryOperator random;
  final CallListener listener;
  final WaitingRoom room;
  final ForecastWaits forecastWaits;
  final ReplayMemory replayMemory;

  /** The backoffs that count each call's own failures (rule 4.2). */
  final SpecCache<BackoffSpec, Backoff<Object>> backoffs;

  /** Those of dry runs, which must not delay calls that are retried (rule 11.1). */
  final SpecCache<BackoffSpec, Backoff<Object>> forecastBackoffs;

  final RateLimitedStarts rateLimited;
  final ClientStates clients = new ClientStates();
  final AtomicLong calls = new AtomicLong();
  final SurfacedFailures surfaced = new SurfacedFailures();
  final OuterRetries outerRetries = new OuterRetries();
  final AfterNextCall afterNextCall;

  /**
   * Whether one of these three has something to do when a call ends. As long as none has, a healthy
   * call reads this field only.
   */
  private volatile boolean remembers;

  CallServices(
      LiveConfiguration configuration,
      CallListener listener,
      Clock clock,
      Timer timer,
      LongUnaryOperator random,
      BooleanSupplier serves) {
    this.configuration = configuration;
    this.clock = clock;
    this.timer = timer;
    this.random = random;
    this.listener = listener;
    WaitingLimit limit = configuration.current().settings().maxWaiting();
    ThreadPools pools = new ThreadPools(clock);
    this.room = new WaitingRoom(limit, pools, serves);
    this.forecastWaits = new ForecastWaits(new WaitingRoom(limit, pools, serves), timer);
    this.replayMemory = new ReplayMemory(configuration.current().settings().replayBufferBytes());
    this.backoffs = new SpecCache<>(spec -> spec.create(clock));
    this.forecastBackoffs = new SpecCache<>(spec -> spec.create(clock));
    this.rateLimited = new RateLimitedStarts(listener);
    this.afterNextCall = new AfterNextCall(timer, listener);
  }

  /**
   * Returns the policy for a request at this moment, which may differ from the one that its call
   * began with (rule 11.1).
   */
  RetryPolicy policyNow(OutgoingRequest request) {
    return configuration.current().policyFor(request);
  }

  /** Returns a sample for {@code rollout}, from 0 (inclusive) to 1 (exclusive). */
  float sampleRollout() {
    return random.applyAsLong(ROLLOUT_STEPS - 1) / (float) ROLLOUT_STEPS;
  }

  /**
   * Called after something was added to {@link #outerRetries}, {@link #surfaced} or {@link
   * #afterNextCall}.
   */
  void remember() {
    remembers = true;
  }

  /** Returns whether {@link #callEnded} has anything to do. */
  boolean remembers() {
    return remembers;
  }

  /**
   * Called when a call has ended.
   *
   * @param thread the thread on which a call of the application's began that has succeeded; null
   *     for any other call
   */
  void callEnded(ObservedCall call, Thread thread) {
    if (thread != null) {
      outerRetries.succeeded(thread, call.hostName(), call.request()); // Rule 7.4.
    }
    surfaced.forgetCollected();
    afterNextCall.run();
    if (!holdsAny()) {
      remembers = false;
      if (holdsAny()) {
        remembers = true; // Another thread has just added something.
      }
    }
  }

  private boolean holdsAny() {
    return outerRetries.any() || surfaced.any() || afterNextCall.any();
  }

  /** Reports an event, and keeps the call going whatever the listener throws. */
  void report(Consumer<CallListener> event) {
    FaultBoundary.run(listener, "listener", () -> event.accept(listener));
  }
}
