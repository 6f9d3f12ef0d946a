package io.redial.control;

import java.util.List;
import java.util.Map;

/**
 * Redial as JMX shows it, registered as {@code io.redial:type=Redial} soon after the program's
 * first HTTP client was loaded. Hosts are named {@code scheme://host:port}. What takes a {@code
 * which} takes such a name, the number of a call, or {@code *} for all. All operations throw
 * IllegalArgumentException where they cannot do what they are for. Thread-safe.
 */
public interface RedialMXBean {

  @Description("The agent's version.")
  String getVersion();

  @Description("Option service; empty if it is not set.")
  String getService();

  @Description("Whether calls may be retried at all. Switching off also ends every wait.")
  boolean isEnabled();

  /**
   * Switches Redial on or off. Switching it off also ends every wait: each call gets the outcome
   * that it has (rule 11.1).
   */
  void setEnabled(boolean enabled);

  @Description("Whether Redial is on, and how far: on, OFF, observing, on for a share of calls.")
  String getState();

  @Description("Calls that Redial has seen since the start.")
  long getCalls();

  @Description("Calls by host, for hosts with calls that did not succeed on the first attempt.")
  Map<String, Long> getCallsByHost();

  @Description("Retries made since the start, by reason.")
  Map<String, Long> getRetries();

  @Description("Retries that were not made, by reason.")
  Map<String, Long> getRefusals();

  @Description("Retries made since the start, by host and reason.")
  Map<String, Map<String, Long>> getRetriesByHost();

  @Description("Retries that were not made, by host and reason.")
  Map<String, Map<String, Long>> getRefusalsByHost();

  @Description("Retries that a dry run (mode=observe) would have made, by reason.")
  Map<String, Long> getForecasts();

  @Description("Retries that a dry run (mode=observe) would have made, by host and reason.")
  Map<String, Map<String, Long>> getForecastsByHost();

  @Description("Calls that failed first and that a retry saved.")
  long getSaved();

  @Description("Calls that failed for good: retried in vain, or counted in Refusals.")
  long getFailed();

  @Description("Calls that failed first and that a retry saved, by host and route (- is none).")
  Map<String, Map<String, Long>> getSavedByHost();

  @Description("Calls that failed for good, by host and route (- is none).")
  Map<String, Map<String, Long>> getFailedByHost();

  @Description("Calls that wait for their next attempt at this moment.")
  int getWaiting();

  @Description("Calls that wait for their next attempt at this moment, by host.")
  Map<String, Integer> getWaitingByHost();

  @Description("The calls that wait, those that are due first, at most 1,000.")
  List<WaitInfo> getWaitingCalls();

  @Description("How many platform threads may wait at once at this moment, in all.")
  int getMaxWaiting();

  @Description("Whether that is the share of max-waiting; if not, it is its number.")
  boolean isMaxWaitingShare();

  @Description("Retries that the budget of each host with retries would grant at this moment.")
  Map<String, Long> getBudgetLeft();

  @Description("Bytes that calls hold at this moment as copies of their request bodies.")
  long getReplayBufferBytes();

  @Description("The options in force, and where each comes from.")
  List<OptionInfo> getOptions();

  @Description("The routes, and whether each has applied to any call since it was read.")
  Map<String, Boolean> getRoutes();

  @Description("What is wrong with the options: at the start, or in the files as they are now.")
  List<String> getFaults();

  @Description("The number of faults in the options.")
  int getFaultCount();

  @Description("When the files were last read again, and what that changed; empty if never.")
  String getLastReload();

  /**
   * The last five attempts of each of the last 200 calls that failed, or the last five of one of
   * the last 200 hosts (rule 11.3).
   */
  @Description(
      value =
          "The last attempts to a host (scheme://host:port), of a call (its number), or all (*).",
      parameters = "which")
  List<AttemptInfo> attempts(String which);

  /** Sends waiting retries now, and returns how many (rule 11.2). */
  @Description(
      value = "Sends waiting retries now: to a host, of a call (its number), or all (*).",
      parameters = "which")
  int retryNow(String which);

  /**
   * Ends waits, and returns how many: each call gets the outcome that it has (rules 8.2 and 11.2).
   * Attempts in flight are left alone.
   */
  @Description(
      value = "Ends waits without a retry: for a host, of a call (its number), or all (*).",
      parameters = "which")
  int cancelWaiting(String which);

  /**
   * Reads the options files now. Nothing happens if they have not changed, and nothing changes if
   * they have faults.
   */
  @Description("Reads the options files now; returns what has changed, once it is in force.")
  String reload();

  /**
   * Sets an option for all calls while the program runs, and returns what it changed. Until it
   * ends, the value overrides all other sources, routes included, and any reload (rule 11.5).
   *
   * @param key an option that a route may set, or {@code log-level}
   * @param duration how long the value holds: {@code 10m}; empty until the process ends
   */
  @Description(
      value = "Sets an option for all calls, whatever files and routes say, for some time (10m).",
      parameters = {"key", "value", "duration"})
  String set(String key, String value, String duration);

  /** Removes the value that {@link #set} gave an option, and returns what is in force now. */
  @Description(value = "Removes the value that set gave an option.", parameters = "key")
  String unset(String key);
}
