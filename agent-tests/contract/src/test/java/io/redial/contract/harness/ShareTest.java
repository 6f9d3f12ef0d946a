package io.redial.contract.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parts of the contract are the whole of it when they are put together. */
final class ShareTest {
  private static final String TEST = "[test-template:retries(Subject, FaultServer)]";

  @Test
  void thePartsOfATestAreAllItsCombinationsEachOnce() {
    for (int size = 0; size < 20; size++) {
      List<Integer> all = upTo(size);
      List<Integer> together = new ArrayList<>();
      for (int part = 1; part <= 4; part++) {
        together.addAll(new Share(4, part, "a5b1").of(all, TEST));
      }

      assertThat(together).as("of %d", size).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void testsWithOneCombinationAreSpreadOverTheParts() {
    List<Integer> sizes =
        IntStream.rangeClosed(1, 4)
            .mapToObj(
                part ->
                    upTo(400).stream()
                        .mapToInt(test -> new Share(4, part, "").of(List.of(1), "t" + test).size())
                        .sum())
            .toList();

    assertThat(sizes).allMatch(size -> size > 50);
  }

  @Test
  void aShareHasAtLeastTwo() {
    assertThat(new Share(8, 0, "a5b1").of(upTo(5), TEST)).hasSize(2);
    assertThat(new Share(8, 0, "a5b1").of(upTo(1), TEST)).hasSize(1);
    assertThat(new Share(8, 0, "a5b1").of(upTo(33), TEST)).hasSize(5);
  }

  @Test
  void theSeedDecidesWhichOnes() {
    Set<Integer> drawn = new Share(8, 0, "a5b1").of(upTo(400), TEST);

    assertThat(new Share(8, 0, "a5b1").of(upTo(400), TEST)).isEqualTo(drawn);
    assertThat(new Share(8, 0, "a5b2").of(upTo(400), TEST)).isNotEqualTo(drawn);
  }

  private static List<Integer> upTo(int size) {
    return IntStream.range(0, size).boxed().toList();
  }
}
