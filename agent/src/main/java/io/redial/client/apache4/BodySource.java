package io.redial.client.apache4;

import java.lang.reflect.Field;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/** Looks behind an entity at what its bytes come from, where the client does not show it. */
final class BodySource {
  private BodySource() {}

  /** The entity within all wrappers: to compress it, say; they claim what it claims. */
  static HttpEntity innermost(HttpEntity entity) {
    HttpEntity source = entity;
    while (source instanceof HttpEntityWrapper) {
      Object wrapped = hidden(source, HttpEntityWrapper.class, "wrappedEntity");
      if (!(wrapped instanceof HttpEntity)) {
        break;
      }
      source = (HttpEntity) wrapped;
    }
    return source;
  }

  /** The file behind an entity or a producer of the client's own, or null. */
  static Object file(Object source) {
    for (Class<?> type = source.getClass(); type != null; type = type.getSuperclass()) {
      Object file = hidden(source, type, "file");
      if (file != null) {
        return file;
      }
    }
    return null;
  }

  private static Object hidden(Object of, Class<?> declaring, String name) {
    try {
      Field field = declaring.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException | RuntimeException notThere) {
      return null;
    }
  }
}
