package io.redial.sampling;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Takes a few tests of each class: as many as {@code -Dsample.methods=2} says, which the commit
 * draws. In a part of the nightly tests, takes the tests of that part; a test with the tag {@code
 * divided} divides itself. A test that is asked for by its name ({@code -Dtest=…}) always runs.
 */
public final class Sampling implements PostDiscoveryFilter {
  /** For tests that run some of their cases in each part. */
  public static final String DIVIDED = "divided";

  private static final int ALL = 0;

  private final Part part = Part.asked();
  private final int methods = Integer.getInteger("sample.methods", ALL);
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
        methods == ALL || drawn(test.getParent().orElseThrow()).contains(test.getUniqueId());
    return FilterResult.includedIf(inPart && inSample);
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
