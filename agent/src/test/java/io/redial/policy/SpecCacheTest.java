package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpecCacheTest {
  private int made;

  private final SpecCache<String, Integer> things = new SpecCache<>(spec -> made++);

  @Test
  void makesOneForEachSpec() {
    assertThat(things.get("a")).isZero();
    assertThat(things.get("b")).isEqualTo(1);
    assertThat(things.get(String.valueOf(new char[] {'a'}))).isZero();
  }

  @Test
  void theOldestLeavesWhenThereAreTooMany() {
    for (int i = 0; i <= SpecCache.MAX; i++) {
      things.get("spec" + i);
    }

    assertThat(things.get("spec1")).isEqualTo(1);
    assertThat(things.get("spec" + SpecCache.MAX)).isEqualTo(SpecCache.MAX);
    assertThat(things.get("spec0")).isEqualTo(SpecCache.MAX + 1);
  }
}
