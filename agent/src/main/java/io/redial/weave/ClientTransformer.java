package io.redial.weave;

import io.redial.config.LiveConfiguration;
import io.redial.control.Control;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * Sees every class that is loaded and compares the end of its name with a few; everything else,
 * bytecode library included, is loaded only when one of them matches.
 */
final class ClientTransformer implements ClassFileTransformer {
  private final Instrumentation instrumentation;
  private final LiveConfiguration configuration;
  private Gatekeeper gatekeeper;

  ClientTransformer(Instrumentation instrumentation, LiveConfiguration configuration) {
    this.instrumentation = instrumentation;
    this.configuration = configuration;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    return className != null && mayBeClient(className) ? weave(className, bytes) : null;
  }

  /** Cheap, and right for all but very few names. */
  static boolean mayBeClient(String internalName) {
    for (String ending : ClientNames.ENDINGS) {
      if (internalName.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  private byte[] weave(String className, byte[] bytes) {
    try {
      ClientCopy copy = Clients.copyOf(className, alsoRelocated());
      if (copy == null) {
        return null;
      }
      byte[] woven = SeamWeaver.weave(bytes, copy);
      if (woven == null) {
        gatekeeper().notRecognised(copy, className);
        return null;
      }
      gatekeeper().open(instrumentation);
      return woven;
    } catch (Throwable thrown) {
      // The class is loaded as it was: the application has its client, without retries.
      gatekeeper().fault("weaving of " + className.replace('/', '.'), thrown);
      return null;
    }
  }

  /** Asked only now, because a program without clients does not need the settings. */
  private boolean alsoRelocated() {
    return configuration.current().settings().relocatedClients();
  }

  /** Made when the first client is loaded, and with it all that calls need. */
  synchronized Gatekeeper gatekeeper() {
    if (gatekeeper == null) {
      gatekeeper = new Gatekeeper(new Control(configuration));
    }
    return gatekeeper;
  }
}
