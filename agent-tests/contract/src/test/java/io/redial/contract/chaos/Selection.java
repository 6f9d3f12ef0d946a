package io.redial.contract.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Which of all faults a run tries. */
enum Selection {
  /** A few, drawn by the seed. */
  SAMPLE,

  /** Each method in each kind of call once; the fault and the entry are drawn by the seed. */
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
    Map<String, Break> pairs = new HashMap<>();
    List<Break> chosen = new ArrayList<>();
    for (Break next : drawn) {
      if (pairs.putIfAbsent(next.kind() + " " + next.method(), next) == null) {
        chosen.add(next);
      }
    }
    return chosen;
  }
}
