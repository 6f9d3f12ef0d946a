package io.redial.contract.harness;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.Tag;

/**
 * Classes that take minutes begin first. The others, which wait or compute, alternate in a shuffled
 * order that is the same each time.
 */
public final class SlowestFirst implements ClassOrderer {
  private static final List<String> SLOW = List.of("soak", "chaos", "load", "leaks", "nets");

  @Override
  public void orderClasses(ClassOrdererContext context) {
    List<? extends ClassDescriptor> classes = context.getClassDescriptors();
    Collections.shuffle(classes, new java.util.Random(1));
    classes.sort(Comparator.comparingInt(SlowestFirst::rank));
  }

  private static int rank(ClassDescriptor test) {
    List<String> tags = test.findRepeatableAnnotations(Tag.class).stream().map(Tag::value).toList();
    return SLOW.stream().filter(tags::contains).mapToInt(SLOW::indexOf).min().orElse(SLOW.size());
  }
}
