package io.redial.config;

/**
 * The configuration that is in force now. Thread-safe; {@link #current} is a plain volatile read,
 * to be made once for each call.
 */
public final class LiveConfiguration {
  private volatile Configuration current;

  // Guarded by this.
  private Configuration loaded;
  private Boolean enabled;

  /**
   * Puts a configuration in force. With faults in it, Redial is off until a reload brings a
   * configuration without.
   */
  public LiveConfiguration(Configuration initial) {
    this.loaded = initial;
    this.current = inForce();
  }

  /** What is in force. */
  public Configuration current() {
    return current;
  }

  /**
   * Switches Redial off or on, whatever the options say, until {@link #resetEnabled} or the end of
   * the process. Off means every call (rule 11.1). On leaves off the routes that are switched off
   * by a key of their own, and cannot heal a configuration with faults.
   */
  public synchronized void setEnabled(boolean value) {
    enabled = value;
    current = inForce();
  }

  /** Lets the options decide again. */
  public synchronized void resetEnabled() {
    enabled = null;
    current = inForce();
  }

  private Configuration inForce() {
    if (!loaded.faults().isEmpty()) {
      return loaded.withRunTime(Option.ENABLED, "false");
    }
    return enabled == null ? loaded : loaded.withRunTime(Option.ENABLED, enabled.toString());
  }
}
