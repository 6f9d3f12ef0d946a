package io.redial.weave;

import io.redial.config.Configuration;
import io.redial.config.Environment;
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
  /** For users; a constant, so that reading it loads nothing. */
  static final String CLIENTS =
      "java.net.http, Apache HttpClient 4 and 5, Apache HttpAsyncClient 4";

  /** The ends of the names of all classes that have a seam; {@link Clients} has the seams. */
  private static final String[] ENDINGS = {
    "jdk/internal/net/http/HttpClientFacade",
    "jdk/internal/net/http/MultiExchange",
    "/impl/client/InternalHttpClient",
    "/impl/client/MinimalHttpClient",
    "/impl/client/AbstractHttpClient",
    "/impl/execchain/RetryExec",
    "/impl/execchain/ServiceUnavailableRetryExec",
    "/impl/execchain/MainClientExec",
    "/impl/execchain/MinimalClientExec",
    "/impl/client/DefaultRequestDirector",
    "/impl/client/AutoRetryHttpClient",
    "/client/methods/HttpRequestWrapper",
    "/impl/client/RequestWrapper",
    "/impl/conn/BasicClientConnectionManager",
    "/impl/conn/PoolingClientConnectionManager",
    "/impl/conn/SingleClientConnManager",
    "/impl/conn/tsccm/ThreadSafeClientConnManager",
    "/impl/nio/client/InternalHttpAsyncClient",
    "/impl/nio/client/MinimalHttpAsyncClient",
    "/impl/nio/client/CloseableHttpAsyncClientBase",
    "/client5/http/impl/classic/InternalHttpClient",
    "/client5/http/impl/classic/MinimalHttpClient",
    "/client5/http/impl/classic/InternalExecRuntime",
    "/client5/http/impl/classic/MainClientExec",
    "/client5/http/impl/classic/HttpRequestRetryExec",
    "/client5/http/impl/async/InternalAbstractHttpAsyncClient",
    "/client5/http/impl/async/InternalH2AsyncExecRuntime",
    "/client5/http/impl/async/AbstractMinimalHttpAsyncClientBase",
    "/client5/http/impl/async/AbstractHttpAsyncClientBase",
    "/client5/http/impl/async/AsyncHttpRequestRetryExec$1",
  };

  /** The class that is loaded with the first MBean server. */
  private static final String MBEAN_SERVER = "com/sun/jmx/mbeanserver/JmxMBeanServer";

  private final Instrumentation instrumentation;
  private final Configuration configuration;
  private final String arguments;
  private final Environment environment;
  private volatile Gatekeeper gatekeeper;

  /**
   * Makes it; it works once it is added to the instrumentation.
   *
   * @param configuration what was read from the arguments and the environment, which are kept for
   *     reading it again
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
      serverComes();
      return null;
    }
    return mayBeClient(className) ? weave(className, bytes) : null;
  }

  /** Before the first client nobody is to be told: that one's arrival has JMX looked for. */
  private void serverComes() {
    Gatekeeper made = gatekeeper;
    if (made != null) {
      made.serverComes();
    }
  }

  /** Cheap, and right for all but very few names. */
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
    return configuration.settings().relocatedClients();
  }

  /** Made when the first client is loaded, and with it all that calls need. */
  synchronized Gatekeeper gatekeeper() {
    if (gatekeeper == null) {
      gatekeeper =
          new Gatekeeper(new Control(new LiveConfiguration(arguments, environment, configuration)));
    }
    return gatekeeper;
  }

  /**
   * Weaves clients that were loaded before Redial came: by another agent, or before an attach.
   *
   * @param atStart whether the program has not begun: then only another agent can have loaded a
   *     client that is of interest, and there are few classes to look through
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
}
