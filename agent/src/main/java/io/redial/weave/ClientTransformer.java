package io.redial.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;

/**
 * Sees every class that is loaded and compares its name with a few; everything else, bytecode
 * library included, is loaded only when one of them matches.
 */
final class ClientTransformer implements ClassFileTransformer {
  private final Instrumentation instrumentation;
  private final Gatekeeper gatekeeper;

  ClientTransformer(Instrumentation instrumentation, Gatekeeper gatekeeper) {
    this.instrumentation = instrumentation;
    this.gatekeeper = gatekeeper;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    return className != null && isClient(className) ? weave(className, bytes) : null;
  }

  static boolean isClient(String internalName) {
    for (String client : Clients.CLASSES) {
      if (client.equals(internalName)) {
        return true;
      }
    }
    return false;
  }

  private byte[] weave(String className, byte[] bytes) {
    try {
      Client client = Clients.of(className);
      List<Seam> seams = client.seamsOf(className);
      byte[] woven = SeamWeaver.weave(bytes, seams);
      if (woven == null) {
        gatekeeper.notRecognised(client, className);
        return null;
      }
      gatekeeper.open(instrumentation);
      return woven;
    } catch (Throwable thrown) {
      // The class is loaded as it was: the application has its client, without retries.
      gatekeeper.fault("weaving of " + className.replace('/', '.'), thrown);
      return null;
    }
  }
}
