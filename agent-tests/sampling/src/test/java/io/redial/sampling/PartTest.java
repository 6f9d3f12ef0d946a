package io.redial.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The parts of the nightly tests are the whole of them when they are put together. */
final class PartTest {
  @Test
  void thePartsAreAllEachOnce() {
    for (int size = 0; size < 20; size++) {
      List<Integer> all = IntStream.range(0, size).boxed().toList();
      List<Integer> together = new ArrayList<>();
      for (int number = 1; number <= 8; number++) {
        together.addAll(new Part(number, 8).of(all, "LoadNetTest"));
      }

      assertThat(together).as("of %d", size).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void whatCannotBeDividedIsSpreadOverTheParts() {
    for (int number = 1; number <= 8; number++) {
      Part part = new Part(number, 8);
      assertThat(IntStream.range(0, 800).filter(test -> part.has("Test" + test * 37)).count())
          .as("%s", part)
          .isGreaterThan(50);
    }
  }

  @Test
  void aPartThatDoesNotExistIsRejected() {
    assertThat(Part.parse("3/8")).isEqualTo(new Part(3, 8));
    assertThatThrownBy(() -> Part.parse("9/8")).hasMessage("part must be from 1/8 to 8/8, not 9/8");
    assertThatThrownBy(() -> Part.parse("0/8")).hasMessage("part must be from 1/8 to 8/8, not 0/8");
    assertThatThrownBy(() -> Part.parse("third")).hasMessage("part must be like 3/8, not third");
  }
}
