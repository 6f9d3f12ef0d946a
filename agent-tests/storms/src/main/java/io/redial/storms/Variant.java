package io.redial.storms;

import java.nio.file.Path;
import java.util.List;

/** A way to retry. */
enum Variant {
  NONE("no retries", "plain", null),
  HTTPCLIENT_5("HttpClient 5, built in", "httpclient5", null),
  RESILIENCE4J("Resilience4j, defaults", "resilience4j", null),
  FAILSAFE("Failsafe, defaults", "failsafe", null),
  /** Without a limit on waiting threads, which client-go has not either. */
  CLIENT_GO(
      "client-go's rules, no budget", "plain", "profile=client-go,budget=off,max-waiting=none"),
  REDIAL("Redial, defaults", "plain", "");

  private final String label;
  private final String caller;
  private final String options;

  Variant(String label, String caller, String options) {
    this.label = label;
    this.caller = caller;
    this.options = options;
  }

  /** Its name in the table. */
  String label() {
    return label;
  }

  /** Which call {@code CallerMain} is to make. */
  String caller() {
    return caller;
  }

  /** What its JVM needs before the main class. */
  List<String> jvmArguments(Path agent) {
    if (options == null) {
      return List.of();
    }
    return List.of("-javaagent:" + agent + (options.isEmpty() ? "" : "=" + options));
  }
}
