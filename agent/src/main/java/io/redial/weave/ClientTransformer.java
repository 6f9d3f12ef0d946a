package io.redial.weave;

import io.redial.client.ClientModule;
import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import io.redial.control.Control;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * Called for every class that is loaded; compares the end of its name with a short list. Everything
 * else, including the bytecode library, is loaded only when a name matches.
 */
final class ClientTransformer implements ClassFileTransformer {
  private static final String[] ENDINGS = endings();

  /** The class that is loaded with the first MBean server. */
  private static final String MBEAN_SERVER = "com/sun/jmx/mbeanserver/JmxMBeanServer";

  private final Instrumentation instrumentation;
  private final Configuration configuration;
  private final String arguments;
  private final Environment environment;
  private volatile GateDispatcher dispatcher;

  /** The ends of the names of all classes that are woven. */
  private static String[] endings() {
    List<String> endings = new ArrayList<>();
    for (StringTokenizer lines = new StringTokenizer(Clients.ALL, "\n"); lines.hasMoreTokens(); ) {
      StringTokenizer line = new StringTokenizer(lines.nextToken(), ";");
      line.nextToken(); // The client's name.
      line.nextToken(); // Its module.
      while (line.hasMoreTokens()) {
        endings.add(line.nextToken());
      }
    }
    return endings.toArray(new String[0]);
  }

  /** Returns the names of the clients, as users know them. */
  static String clients() {
    StringBuilder names = new StringBuilder();
    for (StringTokenizer lines = new StringTokenizer(Clients.ALL, "\n"); lines.hasMoreTokens(); ) {
      String line = lines.nextToken();
      names.append(names.length() == 0 ? "" : ", ").append(line, 0, line.indexOf(';'));
    }
    return names.toString();
  }

  /**
   * Creates a transformer, which has no effect until it is added to the instrumentation.
   *
   * @param configuration the options that were read from the arguments and the environment, which
   *     are kept for a reload
   */
  ClientTransformer(
      Instrumentation instrumentation,
      Configuration configuration,
      String arguments,
      Environment environment) {
    this.instrumentation = instrumentation;
    this.configuration = configuration;
    this.arguments = arguments;
    this.environment = environment;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    if (className == null) {
      return null;
    }
    if (loader == null && className.equals(MBEAN_SERVER)) {
      mbeanServerCreated();
      return null;
    }
    return mayBeClient(className) ? weave(className, bytes) : null;
  }

  /**
   * Called when the first MBean server is created. Before the first client there is nothing to
   * register; JMX is looked for when a client is loaded.
   */
  private void mbeanServerCreated() {
    GateDispatcher made = dispatcher;
    if (made != null) {
      made.mbeanServerCreated();
    }
  }

  /** A quick check of the name, with few false positives. */
  static boolean mayBeClient(String internalName) {
    for (String ending : ENDINGS) {
      if (internalName.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  private byte[] weave(String className, byte[] bytes) {
    try {
      // Read late, because a program without clients does not need the settings.
      boolean alsoRelocated = configuration.settings().relocatedClients();
      ClientCopy copy = Clients.copyOf(className, alsoRelocated);
      if (copy == null) {
        return null;
      }
      byte[] woven = SeamWeaver.weave(bytes, copy);
      if (woven == null) {
        dispatcher().notRecognised(copy, className);
        return null;
      }
      dispatcher().open(instrumentation);
      open(copy.client());
      return woven;
    } catch (Throwable thrown) {
      // The class is loaded unchanged, so the application has its client, without retries.
      dispatcher().fault("weaving of " + className.replace('/', '.'), thrown);
      return null;
    }
  }

  /** Opens a package to the client's adapter, which can do without it. */
  private void open(ClientModule client) {
    String opened = client.opened();
    try {
      if (opened != null) {
        GateClass.openPackage(instrumentation, client.name(), opened);
      }
    } catch (Exception | LinkageError thrown) {
      dispatcher().fault("opening of " + opened, thrown);
    }
  }

  /**
   * Returns the dispatcher. It is created when the first client is loaded, together with everything
   * that calls need.
   */
  synchronized GateDispatcher dispatcher() {
    if (dispatcher == null) {
      dispatcher =
          new GateDispatcher(
              new Control(
                  new LiveConfiguration(arguments, environment, configuration),
                  ServerClasses.of(instrumentation)));
    }
    return dispatcher;
  }

  /**
   * Weaves clients that were loaded before Redial: by another agent, or before an attach.
   *
   * @param atStart whether the program has not started yet; then only another agent can have loaded
   *     a relevant client, and there are few classes to search
   */
  void weaveLoaded(boolean atStart) {
    if (atStart) {
      ClassLoader system = ClassLoader.getSystemClassLoader();
      weaveLoaded(instrumentation.getInitiatedClasses(system));
      weaveLoaded(instrumentation.getInitiatedClasses(system.getParent()));
    } else {
      weaveLoaded(instrumentation.getAllLoadedClasses());
    }
  }

  private void weaveLoaded(Class<?>[] loaded) {
    for (Class<?> type : loaded) {
      if (mayBeClient(type.getName().replace('.', '/'))) {
        Retransformation.of(type, instrumentation, this);
      }
    }
  }

  /** Retransforms a loaded class. It is a separate class because it is seldom needed. */
  private static final class Retransformation {
    static void of(Class<?> type, Instrumentation instrumentation, ClientTransformer transformer) {
      try {
        instrumentation.retransformClasses(type);
      } catch (UnmodifiableClassException | RuntimeException | LinkageError thrown) {
        transformer.dispatcher().fault("weaving of loaded " + type.getName(), thrown);
      }
    }
  }
}
