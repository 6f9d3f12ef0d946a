package io.redial.policy.stream;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

final class RecentHashesTest {
  @Property
  void theHashDoesNotDependOnThePieces(
      @ForAll @Size(max = 40) byte[] bytes,
      @ForAll @IntRange(max = 40) int cut,
      @ForAll @IntRange(max = 40) int another) {
    int first = Math.min(bytes.length, Math.min(cut, another));
    int second = Math.min(bytes.length, Math.max(cut, another));

    long whole = RecentHashes.with(RecentHashes.NOTHING, bytes, 0, bytes.length);
    long inPieces = RecentHashes.with(RecentHashes.NOTHING, bytes, 0, first);
    inPieces = RecentHashes.with(inPieces, bytes, first, second);
    inPieces = RecentHashes.with(inPieces, bytes, second, bytes.length);

    assertThat(inPieces).isEqualTo(whole);
  }

  @Property
  void anotherByteMakesAnotherHash(
      @ForAll @Size(min = 1, max = 40) byte[] bytes, @ForAll @IntRange(max = 39) int at) {
    byte[] changed = bytes.clone();
    changed[at % bytes.length] ^= 1;

    assertThat(RecentHashes.with(RecentHashes.NOTHING, changed, 0, bytes.length))
        .isNotEqualTo(RecentHashes.with(RecentHashes.NOTHING, bytes, 0, bytes.length));
  }
}
