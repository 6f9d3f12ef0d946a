package io.redial.contract.harness;

import io.redial.sampling.Part;
import io.redial.sampling.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The part of each test's combinations that is run: with {@code -Dcontract.share=3} one in three,
 * but at least two. Which ones, {@code contract.seed} decides; the same seed draws the same ones.
 * In a {@link Part} of the nightly tests exactly that part: all parts together are every
 * combination, each once.
 *
 * @param oneIn 1 for all of them
 * @param part which share, from 1, or 0 for any one that has at least two
 * @param seed any text, such as a commit
 */
record Share(int oneIn, int part, String seed) {
  /** As the build was asked. */
  static final Share OF_THE_CONTRACT = asked(Part.asked());

  private static final int FEWEST = 2;

  Share {
    if (oneIn < 1) {
      throw new IllegalArgumentException("contract.share must be 1 or more, not " + oneIn);
    }
  }

  private static Share asked(Part part) {
    return part == null
        ? new Share(Integer.getInteger("contract.share", 1), 0, Seed.text())
        : new Share(part.of(), part.number(), Seed.text());
  }

  /** Some of the combinations of a test. */
  <T> Set<T> of(List<T> combinations, String test) {
    List<T> shuffled = new ArrayList<>(combinations);
    int drawn = (seed + test).hashCode();
    Collections.shuffle(shuffled, new Random(drawn));
    if (part > 0) {
      return every(shuffled, new SplittableRandom(drawn).nextInt(oneIn) + part);
    }
    int size = Math.max(FEWEST, (shuffled.size() + oneIn - 1) / oneIn);
    return Set.copyOf(shuffled.subList(0, Math.min(size, shuffled.size())));
  }

  private <T> Set<T> every(List<T> all, int from) {
    List<T> chosen = new ArrayList<>();
    for (int i = from % oneIn; i < all.size(); i += oneIn) {
      chosen.add(all.get(i));
    }
    return Set.copyOf(chosen);
  }
}
