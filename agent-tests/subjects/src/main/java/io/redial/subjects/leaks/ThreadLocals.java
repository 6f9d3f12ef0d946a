package io.redial.subjects.leaks;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;

/** What threads hold in thread-locals; needs {@code --add-opens java.base/java.lang}. */
final class ThreadLocals {
  private ThreadLocals() {}

  /** How many values of each class a thread holds, not counting what is held by references. */
  static Map<String, Integer> of(Thread thread) throws ReflectiveOperationException {
    Map<String, Integer> values = new TreeMap<>();
    Object map = field(Thread.class, "threadLocals").get(thread);
    if (map == null) {
      return values;
    }
    Object table = field(map.getClass(), "table").get(map);
    for (int i = 0; i < Array.getLength(table); i++) {
      Object entry = Array.get(table, i);
      Object value = entry == null ? null : field(entry.getClass(), "value").get(entry);
      if (value != null && !(value instanceof Reference)) {
        values.merge(value.getClass().getName(), 1, Integer::sum);
      }
    }
    return values;
  }

  private static Field field(Class<?> type, String name) throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
