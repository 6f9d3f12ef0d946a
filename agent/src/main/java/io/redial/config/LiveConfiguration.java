package io.redial.config;

import java.io.File;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration that is in force now. Thread-safe; {@link #current} is a plain volatile read,
 * to be made once for each call. This class starts no thread: its user calls {@link
 * #reloadIfChanged} every {@link Settings#reloadNanos}.
 */
public final class LiveConfiguration {
  private static final int MAX_UNSTABLE_POLLS = 10;

  private final String arguments;
  private final Environment environment;
  private final Configuration first;

  private volatile Configuration current;

  // Guarded by this, which is not held while a file is read: a switch must not wait for a disk.
  private Configuration loaded;
  private final Map<Option, RunTimeValue> runTime = new LinkedHashMap<>();

  // Guarded by files.
  private final Object files = new Object();
  private Map<File, ByteBuffer> seen; // Buffers are equal if their bytes are.
  private Map<File, ByteBuffer> lastPoll; // Null if it found nothing new.
  private int unstablePolls;
  private boolean refused; // What was seen had faults.

  /**
   * Puts a configuration in force that was read before. If it has faults, Redial is off until a
   * reload finds none.
   *
   * @param agentArguments the arguments that it was read from, needed for a reload
   * @param environment the environment that it was read from, needed for a reload
   */
  public LiveConfiguration(String agentArguments, Environment environment, Configuration initial) {
    this.arguments = agentArguments;
    this.environment = environment;
    this.first = initial;
    this.loaded = initial;
    this.seen = initial.fileContents();
    this.refused = !initial.faults().isEmpty();
    this.current = inForce();
  }

  public Configuration current() {
    return current;
  }

  /**
   * Sets an option while the program runs. The value applies to all calls, whatever the option's
   * other sources and the routes say, now and after any reload.
   *
   * <p>{@code enabled=false} applies to every call (rule 11.1). {@code enabled=true} does not apply
   * to routes that are switched off by a key of their own, or to a configuration with faults. It
   * ends when a reload finds that the options now switch Redial off and did not before, so that the
   * latest switch-off takes effect.
   *
   * @param duration how long the value is to hold, e.g. {@code 10m}; null, empty or {@code none}
   *     for no end. The caller ends it with {@link #end}.
   * @param by who sets it, in words
   * @throws IllegalArgumentException if the key, the value or the duration is not accepted; the
   *     message says why
   */
  public synchronized RunTimeValue set(String key, String text, String duration, String by) {
    RunTimeValue value = new RunTimeValue(key, text, duration, by);
    runTime.put(value.option(), value);
    current = inForce();
    return value;
  }

  /** The values that operators have set and that hold now, in the order of their setting. */
  public synchronized List<RunTimeValue> runTimeValues() {
    return new ArrayList<>(runTime.values());
  }

  /**
   * Ends the effect of {@link #set}. Returns false if the option was set again since, or if the
   * value was ended already.
   */
  public synchronized boolean end(RunTimeValue value) {
    return runTime.get(value.option()) == value && unset(value.option());
  }

  /**
   * Removes the value that an operator has set for an option. Returns false if there was none.
   *
   * @throws IllegalArgumentException if there is no such option, or if it cannot be changed while
   *     the program runs
   */
  public synchronized boolean unset(String key) {
    return unset(RunTimeValue.option(key));
  }

  private boolean unset(Option option) {
    boolean had = runTime.remove(option) != null;
    current = inForce();
    return had;
  }

  /**
   * Reads the files and, if their contents have changed, puts them in force. Contents are compared,
   * so it does not matter how a file was replaced or what its modification time is. A change counts
   * only if two polls in a row find the same contents in all files. Otherwise a file that is half
   * written, or a file without those that it extends, could yield valid options that nobody meant.
   *
   * @return the result, or null if nothing has changed or the change does not count yet
   */
  public Reload reloadIfChanged() {
    synchronized (files) {
      if (!first.watchesFiles()) {
        return null;
      }
      boolean isAgain = isUnstable(); // If the files rest now, whatever is in them.
      Configuration candidate = Configuration.load(arguments, environment);
      Map<File, ByteBuffer> found = candidate.fileContents();
      boolean isNew = !found.equals(seen);
      if (isNew && !found.equals(lastPoll)) {
        lastPoll = found;
        unstablePolls++;
        return unstablePolls == MAX_UNSTABLE_POLLS ? unstable() : null;
      }
      rest(found);
      return isNew || isAgain ? take(candidate) : null;
    }
  }

  /**
   * Reads the files now and puts them in force before it returns. One poll is enough, because
   * somebody asks who knows that the files are complete. Nothing happens if they are as they were
   * when they took effect. Safe to call at any time, from several threads, and beside {@link
   * #reloadIfChanged}.
   *
   * @return what has changed, or the faults because of which nothing has changed
   */
  public Reload reload() {
    synchronized (files) {
      boolean isAgain = refused || isUnstable();
      Configuration candidate = Configuration.load(arguments, environment);
      boolean isNew = !candidate.fileContents().equals(seen);
      rest(candidate.fileContents());
      return isNew || isAgain ? take(candidate) : new Reload("nothing", Collections.emptyList());
    }
  }

  /** Remembers what the files contain now that they are read. */
  private void rest(Map<File, ByteBuffer> found) {
    lastPoll = null;
    unstablePolls = 0;
    seen = found;
  }

  /** Returns whether it was reported that the files keep changing. */
  private boolean isUnstable() {
    return unstablePolls >= MAX_UNSTABLE_POLLS;
  }

  /**
   * Reports, once, that the files keep changing. Otherwise an operator would wait in vain for a
   * change to take effect.
   */
  private Reload unstable() {
    Value config = first.value(Option.CONFIG);
    String problem =
        ConfigError.quote(config.text())
            + " has changed at each of "
            + MAX_UNSTABLE_POLLS
            + " checks, and takes effect only when two checks in a row agree; replace files by"
            + " renaming";
    ConfigError fault = ConfigError.of(Option.CONFIG.key(), config.origin(), problem);
    return new Reload("nothing", Collections.singletonList(fault));
  }

  /** Puts a configuration in force, unless it has faults. */
  private Reload take(Configuration candidate) {
    refused = !candidate.faults().isEmpty();
    return refused ? new Reload("nothing", candidate.faults()) : putInForce(candidate);
  }

  private synchronized Reload putInForce(Configuration candidate) {
    RunTimeValue set = runTime.get(Option.ENABLED);
    boolean isSwitchedOn = set != null && "true".equals(set.text());
    boolean wasEnabled = loaded.generalPolicy().enabled();
    if (isSwitchedOn && wasEnabled && !candidate.generalPolicy().enabled()) {
      runTime.remove(Option.ENABLED);
    }
    Configuration before = loaded;
    loaded = candidate;
    current = inForce();
    String change =
        before.faults().isEmpty()
            ? ConfigDiff.between(before, candidate)
            : ConfigDiff.healed(first, candidate, current);
    return new Reload(change + override(), candidate.faults());
  }

  /** Returns what to add to a line about options if an operator's switch overrides them. */
  private String override() {
    boolean isOn = current.generalPolicy().enabled();
    if (!runTime.containsKey(Option.ENABLED) || isOn == loaded.generalPolicy().enabled()) {
      return "";
    }
    String state = isOn ? current.state() : "off";
    return "; Redial stays " + state + " (set by an operator)";
  }

  private Configuration inForce() {
    Configuration configuration = loaded == first ? first : loaded.startedWith(first);
    for (RunTimeValue value : runTime.values()) {
      configuration = configuration.with(value.option(), value.text(), value.origin());
    }
    return loaded.faults().isEmpty()
        ? configuration
        : configuration.with(Option.ENABLED, "false", Origin.RUN_TIME);
  }
}
