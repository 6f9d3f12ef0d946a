package io.redial.subjects.leaks;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;

/** How one object leads to another by strong references, as far as reflection can see. */
final class HeapPath {
  private final Object object;
  private final String name;
  private final HeapPath before;

  private HeapPath(Object object, String name, HeapPath before) {
    this.object = object;
    this.name = name;
    this.before = before;
  }

  /** The shortest path from one of the roots to an object that is sought, or an empty text. */
  static String find(Collection<?> roots, Predicate<Object> sought) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<HeapPath> open = new ArrayDeque<>();
    for (Object root : roots) {
      add(open, seen, new HeapPath(root, "", null));
    }
    while (!open.isEmpty()) {
      HeapPath next = open.remove();
      if (sought.test(next.object)) {
        return next.toString();
      }
      next.follow(open, seen);
    }
    return "";
  }

  private static void add(Deque<HeapPath> open, Set<Object> seen, HeapPath path) {
    Object object = path.object;
    if (object != null && !(object instanceof Reference || object instanceof Class)) {
      if (seen.add(object)) {
        open.add(path);
      }
    }
  }

  private void follow(Deque<HeapPath> open, Set<Object> seen) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      int length = type.getComponentType().isPrimitive() ? 0 : Array.getLength(object);
      for (int i = 0; i < length; i++) {
        add(open, seen, new HeapPath(Array.get(object, i), "[]", this));
      }
      return;
    }
    for (Class<?> its = type; its != null; its = its.getSuperclass()) {
      for (Field field : its.getDeclaredFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          add(open, seen, new HeapPath(value(field), "." + field.getName(), this));
        }
      }
    }
  }

  private Object value(Field field) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (ReflectiveOperationException | RuntimeException hidden) {
      return null;
    }
  }

  @Override
  public String toString() {
    String own = name + " (" + object.getClass().getName() + ")";
    return before == null ? own : before + own;
  }
}
