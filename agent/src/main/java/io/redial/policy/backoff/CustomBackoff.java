package io.redial.policy.backoff;

import java.lang.reflect.InvocationTargetException;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Creates the backoff of a program's own {@link BackoffFactory}, found on the class path by the
 * name of its class or, if it is a registered provider, by the simple name. A failure in it is
 * reported as an {@link IllegalArgumentException} that names the class.
 */
final class CustomBackoff {
  // Another library's broken registration must neither end the search nor keep it going for ever.
  private static final int MAX_BROKEN_PROVIDERS = 100;

  private final String name;
  private final ClassLoader loader;

  CustomBackoff(String name, ClassLoader loader) {
    this.name = name;
    this.loader = loader;
  }

  <K> Backoff<K> create() {
    BackoffFactory factory = factory();
    Backoff<K> backoff;
    try {
      backoff = factory.create();
    } catch (Exception | LinkageError | AssertionError e) {
      throw fault("failed to create a backoff: " + e, e);
    }
    if (backoff == null) {
      throw fault("returned null instead of a backoff", null);
    }
    return backoff;
  }

  private BackoffFactory factory() {
    try {
      return instance(Class.forName(name, true, loader));
    } catch (ClassNotFoundException e) {
      // Tried last, because it makes an instance of every provider.
      BackoffFactory provider = provider();
      if (provider == null) {
        throw fault("is not on the class path", e);
      }
      return provider;
    } catch (LinkageError e) {
      throw fault("cannot be loaded: " + (e.getCause() == null ? e : e.getCause()), e);
    }
  }

  private BackoffFactory provider() {
    Iterator<BackoffFactory> providers =
        ServiceLoader.load(BackoffFactory.class, loader).iterator();
    for (int broken = 0; broken < MAX_BROKEN_PROVIDERS; ) {
      try {
        if (!providers.hasNext()) {
          return null;
        }
        BackoffFactory provider = providers.next();
        if (provider.getClass().getSimpleName().equals(name)) {
          return provider;
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        broken++;
      }
    }
    return null;
  }

  private BackoffFactory instance(Class<?> type) {
    if (!BackoffFactory.class.isAssignableFrom(type)) {
      throw fault("does not implement " + BackoffFactory.class.getName(), null);
    }
    try {
      return (BackoffFactory) type.getConstructor().newInstance();
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw fault("must be a public class with a public constructor without parameters", e);
    } catch (InvocationTargetException e) {
      throw fault("failed in its constructor: " + e.getCause(), e.getCause());
    }
  }

  private IllegalArgumentException fault(String what, Throwable cause) {
    return new IllegalArgumentException("backoff: class " + name + " " + what, cause);
  }
}
