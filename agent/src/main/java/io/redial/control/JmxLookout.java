package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.config.Configuration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Registers the agent's beans once there is a platform MBean server. It does not create one,
 * because that would initialise {@code java.util.logging}, whose manager the program may want to
 * choose later. It looks when the first client is loaded, and again for a while after an MBean
 * server was created; with {@code enabled=false} it does nothing. Thread-safe.
 */
final class JmxLookout {
  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SELDOM_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final RetryEngine engine;
  private final RetryLog log;
  private final RedialMXBean bean;
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile boolean expected;
  private volatile boolean done;

  JmxLookout(RetryEngine engine, RetryLog log, RedialMXBean bean) {
    this.engine = engine;
    this.log = log;
    this.bean = bean;
  }

  /** Looks after that time, and then for as long as there is something to wait for. */
  void begin(long nanos) {
    if (!done && looking.compareAndSet(false, true)) {
      lookAfter(nanos, SOON_NANOS);
    }
  }

  /** An MBean server is being created; it is not complete yet. */
  void serverComes() {
    expected = true;
    begin(SOON_NANOS);
  }

  /** Not on the timer's thread: a program may have an MBean server of its own making. */
  private void lookAfter(long nanos, long next) {
    try {
      engine.after(nanos, () -> engine.start(() -> look(next)));
    } catch (Throwable noThread) {
      looking.set(false);
    }
  }

  private void look(long next) {
    boolean wasExpected = expected;
    boolean again = false;
    try {
      if (hasJmx() && isWanted(engine.configuration().current())) {
        done = Registration.of(bean, log, engine);
        // An MBean server may take some seconds to be created.
        again = !done && (Registration.isInUse() || (wasExpected && next < SELDOM_NANOS));
      }
    } catch (SecurityException denied) {
      // This program does not let agents use JMX.
    } catch (Throwable thrown) {
      engine.fault("JMX", thrown);
    }
    if (again) {
      lookAfter(next, Math.min(SELDOM_NANOS, 2 * next));
      return;
    }
    looking.set(false);
    if (expected && !wasExpected) {
      begin(SOON_NANOS); // It was announced while this one looked.
    }
  }

  /** Not if Redial was switched off on purpose; but what is wrong with options is to be seen. */
  static boolean isWanted(Configuration configuration) {
    return configuration.isEnabledAnywhere() || !configuration.faults().isEmpty();
  }

  /** A runtime image may lack the module {@code java.management}. */
  private static boolean hasJmx() {
    try {
      Class.forName("javax.management.MBeanServerFactory", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
