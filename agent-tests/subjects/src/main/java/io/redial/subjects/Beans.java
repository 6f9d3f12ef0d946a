package io.redial.subjects;

import java.util.Collection;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * An attribute of a management bean as flat texts: a map or a row by its keys, a list by numbers.
 */
final class Beans {
  private Beans() {}

  static void flatten(String name, Object value, Reply reply) {
    if (value instanceof TabularData) {
      for (Object row : ((TabularData) value).values()) {
        row(name, (CompositeData) row, reply);
      }
    } else if (value instanceof CompositeData) {
      composite(name, (CompositeData) value, reply);
    } else if (value instanceof Map) {
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        flatten(name + "." + entry.getKey(), entry.getValue(), reply);
      }
    } else if (value instanceof Collection) {
      flatten(name, ((Collection<?>) value).toArray(), reply);
    } else if (value instanceof Object[]) {
      Object[] items = (Object[]) value;
      for (int i = 0; i < items.length; i++) {
        flatten(name + "." + i, items[i], reply);
      }
    } else {
      reply.put(name, value);
    }
  }

  /** A map comes as rows of key and value. */
  private static void row(String name, CompositeData row, Reply reply) {
    if (row.containsKey("key") && row.containsKey("value")) {
      flatten(name + "." + row.get("key"), row.get("value"), reply);
    } else {
      composite(name, row, reply);
    }
  }

  private static void composite(String name, CompositeData data, Reply reply) {
    for (String key : data.getCompositeType().keySet()) {
      flatten(name + "." + key, data.get(key), reply);
    }
  }
}
