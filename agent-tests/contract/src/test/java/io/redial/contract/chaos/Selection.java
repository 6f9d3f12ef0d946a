package io.redial.contract.chaos;

import io.redial.sampling.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Which of all faults a run tries. */
enum Selection {
  /** A few, drawn by the seed. */
  SAMPLE,

  /**
   * Each method in each kind of call once, or those of a part of the nightly tests; the fault and
   * the entry are drawn by the seed.
   */
  PAIRS,

  /** Each method in each kind of call with each fault, at each entry; takes hours. */
  ALL;

  List<Break> of(List<Break> breaks, long seed, int most) {
    List<Break> drawn = new ArrayList<>(breaks);
    Collections.shuffle(drawn, new Random(seed));
    return switch (this) {
      case SAMPLE -> drawn.subList(0, Math.min(most, drawn.size()));
      case PAIRS -> pairs(drawn);
      case ALL -> drawn;
    };
  }

  private static List<Break> pairs(List<Break> drawn) {
    Part part = Part.asked();
    Set<String> pairs = new HashSet<>();
    List<Break> chosen = new ArrayList<>();
    for (Break next : drawn) {
      String pair = next.kind() + " " + next.method();
      if (pairs.add(pair) && (part == null || part.has(pair))) {
        chosen.add(next);
      }
    }
    return chosen;
  }
}
