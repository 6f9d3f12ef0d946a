package io.redial.contract.harness;

import io.redial.subjects.BodyKind;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A client that the contract holds for. To add one: implement {@link io.redial.subjects.Client}
 * among the subjects, add it to {@link #ALL}, and say here what it cannot do.
 *
 * @param label its name in the matrix
 * @param adapter class name of its {@link io.redial.subjects.Client}
 * @param oldest the oldest Java that it runs on
 * @param libraries what it needs on the class path
 * @param limits what it cannot do, and why
 */
public record ClientUnderTest(
    String label, String adapter, int oldest, List<Path> libraries, Map<Feature, String> limits) {

  /** A pattern for the labels of the clients to run; by default every one. */
  private static final String CHOSEN = System.getProperty("contract.clients", ".*");

  /** {@code HttpClient.send}. */
  public static final ClientUnderTest JDK_SYNC =
      of("jdk-sync", "io.redial.subjects.jdk.JdkSync", 11)
          .lacks(Feature.FUTURE, "a blocking call has no future")
          .lacks(Feature.COMPLETABLE_FUTURE, "a blocking call has no future")
          .lacksWhatApacheHas();

  /** {@code HttpClient.sendAsync}. */
  public static final ClientUnderTest JDK_ASYNC =
      of("jdk-async", "io.redial.subjects.jdk.JdkAsync", 11)
          .lacks(Feature.BLOCKING, "whoever waits for the future is not the call")
          .lacksWhatApacheHas();

  /** Every client of the matrix. */
  public static final List<ClientUnderTest> ALL =
      Stream.of(Stream.of(JDK_SYNC, JDK_ASYNC), Apache4Clients.all(), Apache5Clients.all())
          .flatMap(clients -> clients)
          .filter(client -> client.label().matches(CHOSEN))
          .toList();

  /** The newest version of each on one class path. */
  private static final List<Path> NEWEST =
      Stream.concat(Apache4Clients.newest(), Apache5Clients.newest()).toList();

  static ClientUnderTest of(String label, String adapter, int oldest) {
    return new ClientUnderTest(label, adapter, oldest, List.of(), Map.of());
  }

  private ClientUnderTest lacksWhatApacheHas() {
    return lacks(Feature.OWN_RETRIES, "its own re-send is no layer")
        .lacks(Feature.SENT_ONCE, "it sends a GET again by itself, below its public methods")
        .lacks(Feature.ABORT, "java.net.http has no abort")
        .lacks(Feature.CLOSE, "see ClosingTest")
        .lacks(Feature.ENTITIES, "it has publishers instead")
        .lacks(Feature.EXECUTION_CHAIN, "it has none")
        .lacks(Feature.ASYNC_CHAIN, "it has none")
        .lacks(Feature.SHARED_POOL, "its pools are not shared")
        .lacks(Feature.RELEASES, "its publishers and subscribers are told the end, no more")
        .lacks(Feature.CONTENT_PRODUCERS, "another client")
        .lacks(Feature.SHARED_CONTEXT, "java.net.http has no contexts")
        .lacks(Feature.INTERCEPTORS, "java.net.http has no interceptors")
        .lacks(Feature.BODY_INTERCEPTORS, "java.net.http has no interceptors")
        .lacks(Feature.WRAPPED_REQUESTS, "java.net.http has no interceptors")
        .lacks(Feature.LIVE_STREAM, "its bodies are read on threads of its own")
        .lacks(Feature.PRODUCERS, "its publishers are the JDK's")
        .lacks(Feature.COMPRESSING_PRODUCERS, "its publishers are the JDK's")
        .lacks(Feature.CLASSIC_OVER_ASYNC, "another client")
        .lacks(Feature.CONTEXTS, "java.net.http has no contexts")
        .lacks(Feature.POOL, "its pool has no size")
        .lacks(Feature.LEASE_TIMEOUT, "its pool has no size")
        .lacks(Feature.WAYS, "send and sendAsync are all, and two clients here");
  }

  ClientUnderTest lacks(Feature feature, String reason) {
    Map<Feature, String> more = new HashMap<>(limits);
    more.put(feature, reason);
    return new ClientUnderTest(label, adapter, oldest, libraries, Map.copyOf(more));
  }

  /** The same client, which can do that after all. */
  ClientUnderTest can(Feature feature) {
    Map<Feature, String> fewer = new HashMap<>(limits);
    fewer.remove(feature);
    return new ClientUnderTest(label, adapter, oldest, libraries, Map.copyOf(fewer));
  }

  /** The same client with a library on its class path. */
  ClientUnderTest library(Path jar) {
    List<Path> more = new ArrayList<>(libraries);
    more.add(jar);
    return new ClientUnderTest(label, adapter, oldest, List.copyOf(more), limits);
  }

  /** Why it cannot do that, or empty if it can. */
  public Optional<String> limit(Feature feature) {
    return Optional.ofNullable(limits.get(feature));
  }

  /** The type of its exception for a server that takes too long. */
  public String timeoutException() {
    return label.startsWith("jdk")
        ? "java.net.http.HttpTimeoutException"
        : "java.net.SocketTimeoutException";
  }

  /** The type of its exception for a server that refuses connections. */
  public String connectException() {
    return label.startsWith("apache5")
        ? "org.apache.hc.client5.http.HttpHostConnectException"
        : "java.net.ConnectException";
  }

  /** What a cancelled future throws, or null where it gives a null: HttpCore 4.3 does. */
  public String cancelException() {
    return label.matches("apache4-.*async-4\\.3")
        ? null
        : "java.util.concurrent.CancellationException";
  }

  /** The type of its exception for an aborted request, as a pattern. */
  public String abortException() {
    return label.startsWith("apache4-old")
        ? "java\\.io\\.InterruptedIOException"
        : ".*\\.Request(Failed|Aborted)Exception";
  }

  /** The type of its exception for a call that waits while it is closed, as a pattern. */
  public String closedException() {
    return label.startsWith("apache5-async") ? ".*\\.IOReactorShutdownException" : abortException();
  }

  /**
   * Bodies that Redial copies, and of which the client itself takes that it can send them again.
   */
  public List<BodyKind> bodiesItSendsTwice() {
    if (label.startsWith("jdk")) {
      return List.of(BodyKind.STREAM, BodyKind.PUBLISHER);
    }
    if (limit(Feature.FUTURE).isPresent()) {
      return List.of(BodyKind.PUBLISHER);
    }
    return label.startsWith("apache5") ? List.of(BodyKind.FILE) : List.of();
  }

  /** The methods that make a call, as its subject names them. */
  public List<String> ways() {
    boolean blocking = limit(Feature.FUTURE).isPresent();
    if (blocking && label.startsWith("apache5-classicminimal")) {
      return List.of(
          "", "context", "host", "host-context"); // Newer fluent ones name no host to it.
    }
    if (blocking) {
      return List.of("", "context", "host", "host-context", "fluent");
    }
    return label.startsWith("apache5")
        ? List.of("", "context", "host-context", "simple")
        : List.of("", "context", "host", "host-context", "simple", "producer");
  }

  /**
   * Whether a plain build tries it on other JDKs than its own, too. Of Apache's clients these are
   * the newest, in their usual form: what differs between JDKs is below all of them.
   */
  public boolean isSliced() {
    return label.startsWith("jdk")
        || label.matches("apache4-(internal|async)-4\\.5")
        || (label.matches("apache5-(classic|async)-.*") && !label.contains("-5.0"));
  }

  /** Whether it is the oldest or the newest version of a client, in its usual form. */
  public boolean isEnd() {
    List<ClientUnderTest> versions = versions();
    boolean end = equals(versions.get(0)) || equals(versions.get(versions.size() - 1));
    return end && !label.contains("minimal");
  }

  /** Of the oldest and the newest version the one that it is not; empty if there is one version. */
  Optional<ClientUnderTest> otherEnd() {
    List<ClientUnderTest> versions = versions();
    return Stream.of(versions.get(0), versions.get(versions.size() - 1))
        .filter(end -> !end.equals(this))
        .findFirst();
  }

  private List<ClientUnderTest> versions() {
    return ALL.stream().filter(other -> name(other.label).equals(name(label))).toList();
  }

  /** Its label without the version. */
  String name() {
    return name(label);
  }

  /** A label without its version. */
  private static String name(String label) {
    return label.replaceFirst("-[0-9.]+$", "");
  }

  /** A JVM that has it on its class path. */
  public Jvm jvm(Jdk jdk) {
    Jvm jvm = Jvm.of(jdk);
    List<Path> classPath = NEWEST.containsAll(libraries) ? NEWEST : libraries;
    for (Path jar : classPath) {
      jvm = jvm.lib(jar);
    }
    return jvm;
  }

  /**
   * The JVM that tests of all clients share, in place of one with the class path of this one.
   * Versions that are not on its class path have a loader there: see {@link #loaderIn}.
   */
  Jvm shared(Jvm jvm) {
    return jvm.classPath().equals(jvm(jvm.jdk()).classPath())
        ? new Jvm(jvm.jdk(), jvm.args(), JDK_SYNC.jvm(jvm.jdk()).classPath())
        : jvm;
  }

  /** The class path of the loader that the client has in that JVM; null if it has none. */
  String loaderIn(Jvm jvm) {
    if (jvm.classPath().containsAll(libraries)) {
      return null;
    }
    return Stream.concat(Stream.of(Jvm.subjects()), libraries.stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
