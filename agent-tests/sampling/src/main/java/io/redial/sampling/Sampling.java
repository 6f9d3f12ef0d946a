package io.redial.sampling;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Takes a few tests of each class: as many as {@code -Dsample.methods=2} says, which the commit
 * draws. Of the classes with the tag {@code heavy} it takes one in so many as {@code
 * -Dsample.heavy=3} says, drawn by the commit, too. In a part of the nightly tests, takes the tests
 * of that part; a test with the tag {@code divided} divides itself. A test that is asked for by its
 * name ({@code -Dtest=…}) always runs.
 */
public final class Sampling implements PostDiscoveryFilter {
  /** For tests that run some of their cases in each part. */
  public static final String DIVIDED = "divided";

  /** For classes that cost so much that a build takes a few of them only. */
  public static final String HEAVY = "heavy";

  /** For tests that no build leaves out: of a default that does harm if it is wrong. */
  public static final String ALWAYS = "always";

  private static final int ALL = 0;

  private final Part part = Part.asked();
  private final int methods = Integer.getInteger("sample.methods", ALL);
  private final int oneHeavyIn = Integer.getInteger("sample.heavy", ALL);
  private List<UniqueId> drawnHeavy;
  private final Map<UniqueId, List<UniqueId>> drawn = new HashMap<>();
  private final boolean named = !System.getProperty("test", "").isBlank();

  @Override
  public FilterResult apply(TestDescriptor test) {
    MethodSource method = method(test);
    if (named || method == null) {
      return FilterResult.included(null);
    }
    boolean inPart =
        part == null
            || test.getTags().contains(TestTag.create(DIVIDED))
            || part.has(method.getClassName() + method.getMethodName());
    boolean inSample =
        methods == ALL
            || test.getTags().contains(TestTag.create(ALWAYS))
            || drawn(test.getParent().orElseThrow()).contains(test.getUniqueId());
    return FilterResult.includedIf(inPart && inSample && isInTurn(test));
  }

  private boolean isInTurn(TestDescriptor test) {
    TestDescriptor parent = test.getParent().orElseThrow();
    if (oneHeavyIn == ALL || !isHeavy(parent)) {
      return true;
    }
    if (drawnHeavy == null) {
      drawnHeavy = drawnHeavy(parent);
    }
    return drawnHeavy.contains(parent.getUniqueId());
  }

  /** As many of each suite, as far as it goes. */
  private List<UniqueId> drawnHeavy(TestDescriptor one) {
    TestDescriptor root = one;
    while (!root.isRoot()) {
      root = root.getParent().orElseThrow();
    }
    List<? extends TestDescriptor> heavy =
        root.getDescendants().stream()
            .filter(Sampling::isHeavy)
            .filter(test -> test.getSource().filter(ClassSource.class::isInstance).isPresent())
            .sorted(Comparator.comparing(test -> test.getUniqueId().toString()))
            .toList();
    List<UniqueId> shuffled =
        Seed.drawn(heavy, HEAVY).stream()
            .sorted(Comparator.comparing(Sampling::suite))
            .map(TestDescriptor::getUniqueId)
            .toList();
    int first = (int) (Seed.number() % oneHeavyIn);
    return IntStream.range(0, shuffled.size())
        .filter(i -> i % oneHeavyIn == first)
        .mapToObj(shuffled::get)
        .toList();
  }

  private static String suite(TestDescriptor test) {
    return test.getTags().stream()
        .map(TestTag::getName)
        .filter(tag -> !tag.equals(HEAVY) && !tag.equals(DIVIDED))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static boolean isHeavy(TestDescriptor test) {
    return test.getTags().contains(TestTag.create(HEAVY));
  }

  /**
   * Drawn when the first test of a class is looked at: the launcher then removes what is not taken.
   */
  private List<UniqueId> drawn(TestDescriptor parent) {
    return drawn.computeIfAbsent(
        parent.getUniqueId(),
        name -> {
          List<UniqueId> tests =
              parent.getChildren().stream()
                  .filter(child -> method(child) != null)
                  .map(TestDescriptor::getUniqueId)
                  .sorted(Comparator.comparing(UniqueId::toString))
                  .toList();
          return Seed.drawn(tests, name.toString()).subList(0, Math.min(methods, tests.size()));
        });
  }

  private static MethodSource method(TestDescriptor test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .orElse(null);
  }
}
