package io.redial.contract.nets.soak;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** How long, by which seeds, and with which options. */
final class Settings {
  /** One that every build has, so that builds can be compared, and one that none had before. */
  static final long[] SEEDS = seeds(System.getProperty("soak.seed", ""));

  /** What is done to every attempt, or empty for what is drawn. */
  static final String FAULT = System.getProperty("soak.fault", "");

  static final int THREADS = Integer.getInteger("soak.threads", 32);

  /** For how long each client calls each real server. */
  static final long SERVER_MILLIS = 16_000;

  /** How long a program waits until it holds no more than before. */
  static final int SETTLE_SECONDS = Integer.getInteger("soak.settle", 14);

  private static final double MINUTES = Double.parseDouble(System.getProperty("soak.minutes", "1"));

  /** Whether each client has seconds only, as in every build. */
  static final boolean SHORT = MINUTES < 5;

  /** Of the programs: in a short run they would spend most of it on compiling. */
  static final String[] JVM =
      MINUTES < 1 ? new String[] {"-XX:TieredStopAtLevel=1"} : new String[0];

  private static final int LANES = Integer.getInteger("soak.lanes", 2);
  private static final long FIXED = 20_261_122;

  private static final String POLICY =
      """
      route.ROUTE.match = URL/a/**
      route.ROUTE.budget = off
      route.ROUTE.max-retries = 6
      route.ROUTE.max-error-retries = 4
      route.ROUTE.backoff = exponential:5ms:50ms
      route.ROUTE.deadline = 2s
      route.ROUTE.drain = 4KiB
      route.ROUTE-more.match = URL/b/**
      route.ROUTE-more.profile = resilient
      route.ROUTE-more.budget = off
      route.ROUTE-more.max-retries = 6
      route.ROUTE-more.backoff = exponential:5ms:50ms
      route.ROUTE-more.deadline = 2s
      route.ROUTE-more.resume = range+sse+watch
      route.ROUTE-hurried.match = URL/d/**
      route.ROUTE-hurried.profile = resilient
      route.ROUTE-hurried.budget = off
      route.ROUTE-hurried.max-retries = 6
      route.ROUTE-hurried.backoff = exponential:5ms:50ms
      route.ROUTE-hurried.deadline = 2s
      route.ROUTE-hurried.per-try-timeout = 500ms
      route.ROUTE-hurried.resume = range+sse+watch
      route.ROUTE-default.match = URL/c/**
      route.ROUTE-default.deadline = 2s
      """;

  private Settings() {}

  private static long[] seeds(String chosen) {
    return chosen.isBlank()
        ? new long[] {FIXED, ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE)}
        : LongStream.of(Arrays.stream(chosen.split(",")).mapToLong(Long::parseLong).toArray())
            .toArray();
  }

  /** The seeds as an argument. */
  static String seedText() {
    return Arrays.stream(SEEDS).mapToObj(Long::toString).collect(Collectors.joining(","));
  }

  /** For how long one of so many clients makes calls with the agent attached. */
  static long millisWith(int modes) {
    return (long) (share(modes) * 0.5);
  }

  /** And without it. */
  static long millisWithout(int modes) {
    return (long) (share(modes) * 0.25);
  }

  private static double share(int modes) {
    return MINUTES * 60_000 * LANES / modes;
  }

  /** The agent's options as a file. */
  static String options(Path log) {
    return "replay-buffer = 64KiB:4MiB\nlog = file:"
        + log
        + "\n"
        + POLICY.replace("ROUTE", "plain").replace("URL", "http://127.0.0.1:*")
        + POLICY.replace("ROUTE", "tls").replace("URL", "https://localhost:*");
  }
}
