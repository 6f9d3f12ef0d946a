package io.redial;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A class can be read with the few that it depends on and that depend on it. */
@AnalyzeClasses(
    packages = {"io.redial.call", "io.redial.body", "io.redial.client"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class CirclesTest {
  private static final int MAX = 3;

  @ArchTest
  static void noMoreThanThreeClassesDependOnEachOtherInACircle(JavaClasses classes) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : classes) {
      Set<String> used = uses.computeIfAbsent(file(type), name -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        used.add(file(dependency.getTargetClass()));
      }
    }
    assertThat(uses).hasSizeGreaterThan(100);
    assertThat(circles(uses).stream().filter(circle -> circle.size() > MAX)).isEmpty();
  }

  /** The top-level class that a class is in. */
  private static String file(JavaClass type) {
    String name = type.getBaseComponentType().getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** The groups in which each class reaches each other one, by Tarjan's algorithm. */
  private static List<Set<String>> circles(Map<String, Set<String>> uses) {
    Search search = new Search(uses);
    uses.keySet().forEach(search::visit);
    return search.circles;
  }

  private static final class Search {
    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final List<Set<String>> circles = new ArrayList<>();

    Search(Map<String, Set<String>> uses) {
      this.uses = uses;
    }

    void visit(String name) {
      if (numbers.containsKey(name)) {
        return;
      }
      numbers.put(name, numbers.size());
      lowest.put(name, numbers.get(name));
      path.push(name);
      for (String used : uses.getOrDefault(name, Set.of())) {
        if (!uses.containsKey(used)) {
          continue;
        }
        boolean known = numbers.containsKey(used);
        visit(used);
        if (!known) {
          lowest.merge(name, lowest.get(used), Math::min);
        } else if (path.contains(used)) {
          lowest.merge(name, numbers.get(used), Math::min);
        }
      }
      if (lowest.get(name).equals(numbers.get(name))) {
        Set<String> circle = new TreeSet<>();
        String last;
        do {
          last = path.pop();
          circle.add(last);
        } while (!last.equals(name));
        circles.add(circle);
      }
    }
  }
}
