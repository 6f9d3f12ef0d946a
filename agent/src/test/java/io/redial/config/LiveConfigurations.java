package io.redial.config;

/** Loads what a test puts in force. */
public final class LiveConfigurations {
  private LiveConfigurations() {}

  /** Reads the options from these arguments and this environment, and puts them in force. */
  public static LiveConfiguration load(String arguments, Environment environment) {
    return new LiveConfiguration(
        arguments, environment, Configuration.load(arguments, environment));
  }
}
