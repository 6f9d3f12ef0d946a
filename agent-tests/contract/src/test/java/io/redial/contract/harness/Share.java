package io.redial.contract.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The part of each test's combinations that is run: with {@code -Dcontract.share=3} one in three,
 * but at least two. Which ones, {@code contract.seed} decides; the same seed draws the same ones.
 *
 * @param oneIn 1 for all of them
 * @param seed any text, such as a commit
 */
record Share(int oneIn, String seed) {
  /** As the build was asked. */
  static final Share OF_THE_CONTRACT =
      new Share(Integer.getInteger("contract.share", 1), System.getProperty("contract.seed", ""));

  private static final int FEWEST = 2;

  Share {
    if (oneIn < 1) {
      throw new IllegalArgumentException("contract.share must be 1 or more, not " + oneIn);
    }
  }

  /** Some of the combinations of a test. */
  <T> Set<T> of(List<T> combinations, String test) {
    List<T> shuffled = new ArrayList<>(combinations);
    Collections.shuffle(shuffled, new Random((seed + test).hashCode()));
    int size = Math.max(FEWEST, (shuffled.size() + oneIn - 1) / oneIn);
    return oneIn == 1
        ? Set.copyOf(shuffled)
        : Set.copyOf(shuffled.subList(0, Math.min(size, shuffled.size())));
  }
}
