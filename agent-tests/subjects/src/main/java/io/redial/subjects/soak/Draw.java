package io.redial.subjects.soak;

import java.util.SplittableRandom;

/** Random numbers that depend on the seed and on the call, and not on the order of threads. */
public final class Draw {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private Draw() {}

  /** For the form of a call. */
  public static SplittableRandom of(long[] seeds, long id) {
    long seed = seeds[(int) (id % seeds.length)];
    return new SplittableRandom(new SplittableRandom(seed ^ (id * MIX)).nextLong());
  }

  /** For what is done to the attempt of a call. */
  public static SplittableRandom of(long[] seeds, long id, int attempt) {
    return new SplittableRandom(of(seeds, id).nextLong() + attempt * MIX);
  }

  /** Seeds as an argument has them: joined by commas. */
  public static long[] seeds(String text) {
    return java.util.Arrays.stream(text.split(",", -1)).mapToLong(Long::parseLong).toArray();
  }
}
