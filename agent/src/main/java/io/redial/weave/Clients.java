package io.redial.weave;

import io.redial.client.ClientModule;
import io.redial.client.Seam;
import io.redial.client.apache4.Apache4AsyncModule;
import io.redial.client.apache4.Apache4Module;
import io.redial.client.apache5.Apache5Module;
import io.redial.client.jdk.JdkModule;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The clients that Redial covers: to add one, add its module to {@link #ALL}. A module is loaded
 * when a class of its client is loaded.
 */
final class Clients {
  /** One line for each client. It is a constant expression, so that reading it loads no class. */
  static final String ALL =
      JdkModule.LISTING
          + ("\n" + Apache4Module.LISTING)
          + ("\n" + Apache4AsyncModule.LISTING)
          + ("\n" + Apache5Module.LISTING);

  private static final Map<String, ClientModule> MODULES = new ConcurrentHashMap<>();

  private Clients() {}

  /** Returns the copy of a client that a class belongs to, or null. */
  static ClientCopy copyOf(String className, boolean alsoRelocated) {
    for (StringTokenizer lines = new StringTokenizer(ALL, "\n"); lines.hasMoreTokens(); ) {
      StringTokenizer line = new StringTokenizer(lines.nextToken(), ";");
      line.nextToken(); // The client's name.
      String module = line.nextToken();
      while (line.hasMoreTokens()) {
        if (className.endsWith(line.nextToken())) {
          ClientCopy copy = ClientCopy.of(module(module), className, alsoRelocated);
          if (copy != null) {
            return copy;
          }
        }
      }
    }
    return null;
  }

  private static ClientModule module(String className) {
    return MODULES.computeIfAbsent(className, Clients::load);
  }

  private static ClientModule load(String className) {
    ClientModule module;
    try {
      module =
          Class.forName(className).asSubclass(ClientModule.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(className, e);
    }
    for (String woven : module.woven()) {
      for (Seam seam : module.seamsOf(woven)) {
        if (seam.isDetour() || seam.isChain()) {
          SeamQuestion.replaces(seam);
        }
      }
    }
    return module;
  }
}
