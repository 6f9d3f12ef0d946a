package io.redial.config;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration that is in force now. Thread-safe; {@link #current} is a plain volatile read,
 * to be made once for each call. Starts no thread: somebody calls {@link #reloadIfChanged} every
 * {@link Settings#reloadNanos}.
 */
public final class LiveConfiguration {
  private static final int MOST_RESTLESS_LOOKS = 10;

  private final String arguments;
  private final Environment environment;
  private final Configuration first;

  private volatile Configuration current;

  // Guarded by this, which nobody holds while a file is read: a switch must not wait for a disk.
  private Configuration loaded;
  private Boolean enabled;
  private final Map<Option, RunTimeValue> runTime = new LinkedHashMap<>();

  // Guarded by files.
  private final Object files = new Object();
  private Map<File, byte[]> seen;
  private Map<File, byte[]> lastLook; // Null if it found what it had seen before.
  private int restlessLooks;

  /** Reads the options and applies them. */
  public LiveConfiguration(String agentArguments, Environment environment) {
    this(agentArguments, environment, Configuration.load(agentArguments, environment));
  }

  /**
   * Puts a configuration in force that was read already. With faults in it, Redial is off until a
   * reload brings one without.
   *
   * @param agentArguments what it was read from, for reading it again
   * @param environment likewise
   */
  public LiveConfiguration(String agentArguments, Environment environment, Configuration initial) {
    this.arguments = agentArguments;
    this.environment = environment;
    this.first = initial;
    this.loaded = initial;
    this.seen = initial.fileContents();
    this.current = inForce();
  }

  /** The configuration in force. */
  public Configuration current() {
    return current;
  }

  /** Whether there are files that may change; without, no reload is ever needed. */
  public boolean watchesFiles() {
    return first.watchesFiles();
  }

  /**
   * Switches Redial off or on, whatever the options say, until the end of the process. Off means
   * every call (rule 11.1). On leaves off the routes that are switched off by a key of their own,
   * cannot heal a configuration with faults, and ends when a reload finds Redial switched off that
   * was not before: whoever switches it off last is heard.
   */
  public synchronized void setEnabled(boolean value) {
    enabled = value;
    runTime.remove(Option.ENABLED); // It would end this, too.
    current = inForce();
  }

  /**
   * Sets an option while the program runs, for all calls, whatever its other sources and the routes
   * say, now and at any reload. {@code enabled} is what {@link #setEnabled} sets.
   *
   * @param duration as the caller is to end it with {@link #end}: {@code 10m}; null, empty or
   *     {@code none} for never
   * @throws IllegalArgumentException if that cannot be, with a message in words
   */
  public RunTimeValue set(String key, String text, String duration) {
    RunTimeValue value = RunTimeValue.parse(key, text, duration);
    synchronized (this) {
      if (value.option() == Option.ENABLED) {
        setEnabled("true".equals(value.text()));
      }
      runTime.put(value.option(), value);
      current = inForce();
    }
    return value;
  }

  /** Ends what {@link #set} began; false if it was set again since, or had ended. */
  public synchronized boolean end(RunTimeValue value) {
    return runTime.get(value.option()) == value && unset(value.option());
  }

  /**
   * Ends what an operator has set of an option; false if there was nothing.
   *
   * @throws IllegalArgumentException if there is no such option
   */
  public boolean unset(String key) {
    Option option = RunTimeValue.option(key);
    synchronized (this) {
      return unset(option);
    }
  }

  private boolean unset(Option option) {
    boolean had = runTime.remove(option) != null;
    if (option == Option.ENABLED) {
      had |= enabled != null;
      enabled = null;
    }
    current = inForce();
    return had;
  }

  /**
   * Looks at the files and, if what is in them has changed, reads all options again. Changes are
   * known by content, so it does not matter how a file was replaced, nor what its time says. A
   * change counts when two looks in a row find the same in all files together: half of a file that
   * is being written, or a file without those that it extends, may be good options, but nobody's.
   *
   * @return what came of it, or null if nothing has changed, or nothing that counts yet
   */
  public Reload reloadIfChanged() {
    synchronized (files) {
      Configuration candidate = changed();
      if (candidate != null) {
        return take(candidate);
      }
      return restlessLooks == MOST_RESTLESS_LOOKS ? restless() : null;
    }
  }

  /** What the files say at this look and said at the last, good or bad, or null if nothing new. */
  private Configuration changed() {
    if (!watchesFiles() || (lastLook == null && isComplete(seen) && !haveChanged())) {
      return null;
    }
    Configuration candidate = Configuration.load(arguments, environment);
    Map<File, byte[]> found = candidate.fileContents();
    boolean isNew = !isSame(found, seen);
    if (isNew && (lastLook == null || !isSame(found, lastLook))) {
      lastLook = found;
      restlessLooks++;
      return null;
    }
    lastLook = null;
    restlessLooks = 0;
    seen = found;
    return isNew ? candidate : null;
  }

  /** Reported once: otherwise an operator would wait in vain for a change to take effect. */
  private Reload restless() {
    restlessLooks++;
    Value config = first.value(Option.CONFIG);
    String problem =
        ConfigError.quote(config.text())
            + " has changed at each of "
            + MOST_RESTLESS_LOOKS
            + " checks, and takes effect only when two checks in a row agree; replace files by"
            + " renaming";
    ConfigError fault = ConfigError.of(Option.CONFIG.key(), config.origin(), problem);
    return new Reload("nothing", Collections.singletonList(fault));
  }

  private synchronized Reload take(Configuration candidate) {
    List<ConfigError> faults = candidate.faults();
    if (!faults.isEmpty()) {
      return new Reload("nothing", faults);
    }
    boolean switchesOff = isEnabled(loaded) && !isEnabled(candidate);
    if (switchesOff && Boolean.TRUE.equals(enabled)) {
      enabled = null;
    }
    boolean on = enabled == null ? isEnabled(candidate) : enabled;
    String change =
        loaded.faults().isEmpty()
            ? ConfigDiff.between(loaded, candidate)
            : ConfigDiff.healed(first, candidate, on);
    loaded = candidate;
    current = inForce();
    return new Reload(change + override(), faults);
  }

  /** What to add to a line about options that do not decide whether Redial is on. */
  private String override() {
    if (enabled == null || enabled == isEnabled(loaded)) {
      return "";
    }
    return enabled
        ? "; Redial stays on (set by an operator)"
        : "; Redial stays off (set by an operator)";
  }

  private static boolean isEnabled(Configuration configuration) {
    return "true".equals(configuration.value(Option.ENABLED).text());
  }

  /**
   * Whether these are all the files that the options lead to. Where the last one could not be read,
   * another may be the one to watch as soon as it can: {@code config} may name a directory again.
   * Only a service's own file may be missing before the last one: the default is read instead.
   */
  private static boolean isComplete(Map<File, byte[]> contents) {
    byte[] last = null;
    for (byte[] each : contents.values()) {
      last = each;
    }
    return last != null;
  }

  private boolean haveChanged() {
    for (Map.Entry<File, byte[]> file : seen.entrySet()) {
      byte[] before = file.getValue();
      boolean changed =
          before == null ? exists(file.getKey()) : !Arrays.equals(before, contents(file.getKey()));
      if (changed) {
        return true;
      }
    }
    return false;
  }

  /** A file that appears counts even if it cannot be read: that is to be reported. */
  private boolean exists(File file) {
    try {
      return environment.exists(file);
    } catch (SecurityException e) {
      return true;
    }
  }

  private byte[] contents(File file) {
    try {
      return environment.contents(file);
    } catch (IOException | SecurityException e) {
      return null;
    }
  }

  private static boolean isSame(Map<File, byte[]> one, Map<File, byte[]> other) {
    if (!one.keySet().equals(other.keySet())) {
      return false;
    }
    for (Map.Entry<File, byte[]> file : one.entrySet()) {
      if (!Arrays.equals(file.getValue(), other.get(file.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private Configuration inForce() {
    Configuration configuration = loaded == first ? first : loaded.startedWith(first);
    for (RunTimeValue value : runTime.values()) {
      if (value.option() != Option.ENABLED) {
        configuration = configuration.with(value.option(), value.text());
      }
    }
    if (!loaded.faults().isEmpty()) {
      return configuration.with(Option.ENABLED, "false");
    }
    return enabled == null ? configuration : configuration.with(Option.ENABLED, enabled.toString());
  }
}
