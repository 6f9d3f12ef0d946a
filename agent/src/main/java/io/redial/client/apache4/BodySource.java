package io.redial.client.apache4;

import java.lang.reflect.Field;
import org.apache.http.HttpEntity;
import org.apache.http.entity.BufferedHttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/** Finds out where the bytes of an entity come from, which the client hides. */
final class BodySource {
  private BodySource() {}

  /** Entities that claim to be repeatable regardless of where their bytes come from. */
  private static final String[] CLAIMING = {
    ".entity.EntityTemplate", // Runs the application's code, which may be able to write only once.
    ".entity.SerializableEntity", // An object, which may change.
    ".entity.mime.MultipartEntity", // Consists of streams and files, and checks only their lengths.
    ".entity.mime.MultipartFormEntity"
  };

  /**
   * Returns the entity inside all wrappers, such as one that compresses. A wrapper is as repeatable
   * as what it wraps.
   */
  static HttpEntity innermost(HttpEntity entity) {
    HttpEntity source = entity;
    while (source instanceof HttpEntityWrapper && !isBuffered(source)) {
      Object wrapped = hidden(source, HttpEntityWrapper.class, "wrappedEntity");
      if (!(wrapped instanceof HttpEntity)) {
        break;
      }
      source = (HttpEntity) wrapped;
    }
    return source;
  }

  private static boolean isBuffered(HttpEntity entity) {
    return entity instanceof BufferedHttpEntity
        && hidden(entity, BufferedHttpEntity.class, "buffer") != null;
  }

  /** Returns whether an entity may not be repeatable although it says so (rule 6.2). */
  static boolean claimsTooMuch(HttpEntity source) {
    for (Class<?> type = source.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (String claiming : CLAIMING) {
        if (type.getName().endsWith(claiming)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the file behind one of the client's own entities or producers, or null. */
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
