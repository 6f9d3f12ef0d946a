package io.redial.contract.harness;

import io.redial.subjects.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A client in a JVM under the agent, as a test sees it: say with which options, what to send, and
 * look at what came back. Immutable; each method that changes something gives a new subject.
 */
public final class Subject {
  /**
   * What every subject starts from. The budget is a limit for whole services and would come between
   * a hundred tests on one host.
   */
  static final String DEFAULTS = "budget=off";

  private final Scope scope;
  private final ClientUnderTest client;
  private final Jdk jdk;
  private final String options;
  private final Jvm jvm;
  private final SubjectProcess own;

  Subject(
      Scope scope, ClientUnderTest client, Jdk jdk, String options, Jvm jvm, SubjectProcess own) {
    this.scope = scope;
    this.client = client;
    this.jdk = jdk;
    this.options = options;
    this.jvm = jvm;
    this.own = own;
  }

  /** The same with further agent options; of a key named twice the last counts. */
  public Subject with(String more) {
    String joined = Options.join(options, more);
    Scope.uses(joined);
    return new Subject(scope, client, jdk, joined, jvm, own);
  }

  /** The same without an agent: what the application would see if Redial were absent. */
  public Subject bare() {
    return new Subject(scope, client, jdk, null, jvm, null);
  }

  /** The same with further arguments for its JVM. */
  public Subject jvmArgs(String... more) {
    return new Subject(scope, client, jdk, options, jvm.arg(more), own);
  }

  /** The same with a further entry on its class path. */
  public Subject library(Path entry) {
    return new Subject(scope, client, jdk, options, jvm.lib(entry), own);
  }

  /** The same in a process that no other test uses; ended with the test. */
  public Subject alone() {
    return new Subject(scope, client, jdk, options, jvm, scope.start(launch(), client));
  }

  /** The runtime that it runs on. */
  public Jdk jdk() {
    return jdk;
  }

  /** The client that it uses. */
  public ClientUnderTest client() {
    return client;
  }

  /** Whether its client can do that. */
  public boolean can(Feature feature) {
    return client.limit(feature).isEmpty();
  }

  /** A GET, ready to be sent or refined. */
  public Sending get(String url) {
    return request("GET", url);
  }

  /** A PUT. */
  public Sending put(String url) {
    return request("PUT", url);
  }

  /** A POST. */
  public Sending post(String url) {
    return request("POST", url);
  }

  /** Any method. */
  public Sending request(String method, String url) {
    return new Sending(this, method, url);
  }

  /**
   * The agent's management bean. Where this subject is not {@link #alone}, its counts are those of
   * the servers that the test has called.
   */
  public RedialBean bean() {
    return own != null ? new RedialBean(this, null) : new RedialBean(this, scope::servers);
  }

  /** The process of a subject that is {@link #alone}. */
  public SubjectProcess process() {
    if (own == null) {
      throw new IllegalStateException("this subject shares its process with other tests");
    }
    return own;
  }

  /** Runs a scenario to its end. */
  public Map<String, String> run(Class<? extends Scenario> scenario, Map<String, String> args) {
    return run(scenario.getName(), args);
  }

  /** Runs a scenario to its end, by class name. */
  public Map<String, String> run(String scenario, Map<String, String> args) {
    return SubjectProcess.join(begin(scenario, args));
  }

  /** Begins a scenario. */
  CompletableFuture<Map<String, String>> begin(String scenario, Map<String, String> args) {
    if (own != null) {
      return own.callAsync(client, scenario, args);
    }
    return options == null
        ? SubjectPool.call(client.shared(jvm), client, scenario, args)
        : scope.call(jvm, options, client, scenario, args);
  }

  /** What makes a name one of this test's. */
  String suffix() {
    return "#" + Integer.toHexString(System.identityHashCode(scope));
  }

  private Jvm launch() {
    return options == null ? jvm : jvm.agent(options);
  }
}
