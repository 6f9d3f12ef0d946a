package io.redial.call;

import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import io.redial.config.LiveConfigurations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A call from its beginning to its end: how each of its attempts ends, and what others do to it
 * meanwhile. The same scenario runs through the blocking and the asynchronous driver, in a time
 * that the test owns.
 */
final class Scenario {
  /** Something that happens to a call from outside. */
  enum Act {
    /** An operator wants the retry now. */
    HURRY,
    /** An operator ends the wait. */
    STOP,
    /** The application interrupts the caller, or cancels the future. */
    CANCEL,
    /** The application aborts its request. */
    ABORT,
    /** The application closes its client in an orderly way. */
    SHUT_DOWN,
    /** The application closes its client at once. */
    CLOSE,
    /** An operator switches Redial off. */
    SWITCH_OFF
  }

  /** An act and its time. */
  record Event(long nanos, Act act) {}

  final List<Answer> answers = new ArrayList<>();
  final List<Event> events = new ArrayList<>();
  final String options;
  String method = "GET";
  String path = "/";
  boolean repeatable = true;
  boolean hasThreads = true;

  /** Whether a response that is given up on is kept, so that it can be handed out after all. */
  boolean keeps = true;

  /** After so many entries into the adapter one of them breaks; 0 for never. */
  int faultAt;

  private Scenario(String options) {
    this.options = options;
  }

  /** With these options, as agent arguments. */
  static Scenario with(String options) {
    return new Scenario(options);
  }

  /** How the attempts end, in their order; the last answer is that of all further attempts. */
  Scenario answers(Answer... each) {
    answers.addAll(Arrays.asList(each));
    return this;
  }

  /** Something happens at that time after the call's start. */
  Scenario at(Duration time, Act act) {
    return at(time.toNanos(), act);
  }

  Scenario at(long nanos, Act act) {
    events.add(new Event(nanos, act));
    return this;
  }

  Scenario method(String name) {
    method = name;
    return this;
  }

  Scenario path(String sent) {
    path = sent;
    return this;
  }

  Scenario unrepeatable() {
    repeatable = false;
    return this;
  }

  Scenario withoutThreads() {
    hasThreads = false;
    return this;
  }

  /** The bodies of responses that are given up on are too long to keep. */
  Scenario keepsNothing() {
    keeps = false;
    return this;
  }

  /** The adapter breaks when it is entered for that time, from 1. */
  Scenario faultAt(int entry) {
    faultAt = entry;
    return this;
  }

  Answer answer(int attempt) {
    return answers.get(Math.min(attempt, answers.size()) - 1);
  }

  Result sync() {
    return new SyncScenario(this, new World(this)).run();
  }

  Result async() {
    return new AsyncScenario(this, new World(this)).run();
  }

  /** What both drivers make of it, by the driver's name. */
  Map<String, Result> both() {
    Map<String, Result> results = new LinkedHashMap<>();
    results.put("sync", sync());
    results.put("async", async());
    return results;
  }

  @Override
  public String toString() {
    return method
        + (repeatable ? "" : " once")
        + (keeps ? "" : " keeping nothing")
        + (hasThreads ? "" : " without threads")
        + (faultAt == 0 ? "" : " fault at " + faultAt)
        + " "
        + options
        + " "
        + answers
        + " "
        + events;
  }

  /** Nothing of the machine's own. */
  static LiveConfiguration configuration(String options) {
    return LiveConfigurations.load(
        options,
        new Environment() {
          @Override
          public Map<String, String> variables() {
            return Map.of();
          }

          @Override
          public Properties properties() {
            return new Properties();
          }
        });
  }
}
