package io.redial.client.apache5;

import java.lang.reflect.Field;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;

/**
 * Tells which bodies the client repeats with the same bytes (rule 6.2). A file may change between
 * two attempts, and the client hides which file it is.
 */
final class Repeatable {
  /** Entities that claim to be repeatable regardless of where their bytes come from. */
  private static final String[] CLAIMING = {
    ".io.entity.EntityTemplate", // The application's code may write only once.
    ".io.entity.SerializableEntity", // An object, which may change.
    ".entity.mime.MultipartFormEntity" // Streams and files: it looks at their lengths alone.
  };

  /**
   * Asynchronous producers of the library that send the same bytes again. The library's other
   * producers rely on what the producer says whose body they pass on, and keep a state of their
   * own: a compressor that has ended, a digest, a file that they hide.
   */
  private static final String[] SAME_AGAIN = {
    ".nio.entity.BasicAsyncEntityProducer",
    ".nio.entity.StringAsyncEntityProducer",
    ".nio.entity.AbstractBinAsyncEntityProducer", // Applications derive their own from these two.
    ".nio.entity.AbstractCharAsyncEntityProducer"
  };

  private static final Field WRAPPED = find();

  private Repeatable() {}

  private static Field find() {
    try {
      Field field = HttpEntityWrapper.class.getDeclaredField("wrappedEntity");
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException | RuntimeException hidden) {
      return null;
    }
  }

  static boolean entity(HttpEntity entity) {
    if (!entity.isRepeatable()) {
      return false;
    }
    HttpEntity source = innermost(entity);
    return source != null && !claimsTooMuch(source) && !isFile(source);
  }

  private static boolean claimsTooMuch(HttpEntity source) {
    for (Class<?> type = source.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (String claiming : CLAIMING) {
        if (type.getName().endsWith(claiming)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the source of a wrapper's bytes, for example of one that compresses; null if it is
   * unknown.
   */
  private static HttpEntity innermost(HttpEntity entity) {
    try {
      HttpEntity source = entity;
      while (source instanceof HttpEntityWrapper && !isBuffered(source)) {
        if (WRAPPED == null) {
          return null;
        }
        source = (HttpEntity) WRAPPED.get(source);
      }
      return source;
    } catch (ReflectiveOperationException | RuntimeException hidden) {
      return null;
    }
  }

  /**
   * Returns whether a wrapper has read its content into memory. Its class is compared by name,
   * because a minimised build may have left it out.
   */
  private static boolean isBuffered(HttpEntity entity) throws ReflectiveOperationException {
    if (!entity.getClass().getName().endsWith(".io.entity.BufferedHttpEntity")) {
      return false;
    }
    Field buffer = entity.getClass().getDeclaredField("buffer");
    buffer.setAccessible(true);
    return buffer.get(entity) != null;
  }

  /**
   * Returns whether the client can produce the whole body again. It cannot if a blocking caller's
   * thread feeds the producer, whatever the entity says: the thread writes the body once.
   */
  static boolean producer(AsyncRequestProducer producer, EntityDetails entity) {
    return producer.isRepeatable()
        && !OperationTimeout.isOfABlockingCaller(producer)
        && !(entity instanceof AsyncEntityProducer && passesOn(entity))
        && !LeftBehind.by(entity);
  }

  /**
   * Returns whether a producer is the library's, or derived from one, and not known to repeat its
   * bytes.
   */
  private static boolean passesOn(Object producer) {
    for (Class<?> type = producer.getClass(); type != Object.class; type = type.getSuperclass()) {
      String name = type.getName();
      if (name.contains(".hc.core5.") || name.contains(".hc.client5.")) {
        for (String same : SAME_AGAIN) {
          if (name.endsWith(same)) {
            return false;
          }
        }
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a body is a file. Its class is compared by name, because entities for paths
   * came after 5.0.
   */
  static boolean isFile(Object body) {
    for (Class<?> type = body.getClass(); type != Object.class; type = type.getSuperclass()) {
      String name = type.getName();
      String simple = name.substring(name.lastIndexOf('.') + 1);
      if (name.contains(".hc.core5.http.")
          && (simple.startsWith("FileEntity") || simple.startsWith("PathEntity"))) {
        return true;
      }
    }
    return false;
  }
}
