package io.redial.contract.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Apache HttpClient 5 in each version that the subjects' build fetched. */
final class Apache5Clients {
  private static final ClientJars JARS = ClientJars.of("subjects-apache5");

  private static final Pattern JAR = Pattern.compile("httpclient5-([0-9.]+)\\.jar");

  /** The folder of each version. */
  private static final SortedMap<String, String> FOLDERS = new TreeMap<>();

  static {
    JARS.folders().forEach(folder -> version(folder).ifPresent(its -> FOLDERS.put(its, folder)));
  }

  private Apache5Clients() {}

  static Stream<ClientUnderTest> all() {
    Versions versions = versions();
    return Stream.of(
            versions.ends().map(version -> classic("Classic", version)),
            versions.ofVariants().map(version -> minimal(classic("ClassicMinimal", version))),
            versions.ends().map(version -> async("Async", version)),
            versions.ofVariants().map(version -> minimalAsync(version)))
        .flatMap(clients -> clients);
  }

  /** What the newest version needs on the class path. */
  static Stream<Path> newest() {
    return FOLDERS.isEmpty() ? Stream.of() : libraries(FOLDERS.lastKey());
  }

  private static Versions versions() {
    return new Versions(List.copyOf(FOLDERS.keySet()));
  }

  private static ClientUnderTest minimalAsync(String version) {
    return minimal(async("AsyncMinimal", version))
        .lacks(
            Feature.HTTP_2_BODY_LOSS,
            "without the agent, too, some calls whose HTTP/2 connection is lost never end")
        .lacks(Feature.CANCEL_DROPS, "without the agent, too, its exchange stays on the wire")
        .lacks(Feature.TIMEOUT_DROPS, "without the agent, too, its exchange stays on the wire");
  }

  private static ClientUnderTest minimal(ClientUnderTest client) {
    return client
        .lacks(Feature.EXECUTION_CHAIN, "minimal clients let nobody in")
        .lacks(Feature.SHARED_POOL, "minimal clients own their pools")
        .lacks(Feature.REDIRECTS, "minimal clients follow none")
        .lacks(Feature.PROXIES, "minimal clients use none")
        .lacks(Feature.INTERCEPTORS, "minimal clients take none")
        .lacks(Feature.BODY_INTERCEPTORS, "minimal clients take none")
        .lacks(Feature.OWN_RETRIES, "minimal clients do not retry")
        .lacks(Feature.EXPECT_CONTINUE, "minimal clients do not expect")
        .can(Feature.USER_INFO);
  }

  private static ClientUnderTest classic(String subject, String version) {
    return client(subject, version)
        .lacks(Feature.FUTURE, "a blocking call has no future")
        .lacks(Feature.ASYNC_CHAIN, "its chain is another")
        .lacks(Feature.RELEASES, "a blocking call has neither producer nor consumer")
        .lacks(Feature.PRODUCERS, "a blocking call has no producer")
        .lacks(Feature.COMPRESSING_PRODUCERS, "a blocking call has no producer")
        .lacks(Feature.CLASSIC_OVER_ASYNC, "it is classic")
        .lacks(Feature.INTERRUPTED_ON_THE_WIRE, "a blocking socket is not interrupted")
        .lacks(Feature.HTTP_2, "the blocking clients speak HTTP/1.1");
  }

  private static ClientUnderTest async(String subject, String version) {
    ClientUnderTest client = client(subject, version);
    if (version.compareTo("5.5") < 0) {
      client = client.lacks(Feature.CLASSIC_OVER_ASYNC, "of 5.5 and newer");
      client = client.lacks(Feature.MULTIPLEXING, "its pool multiplexes from 5.5 on");
    }
    if (version.compareTo("5.6") < 0) {
      client = client.lacks(Feature.COMPRESSING_PRODUCERS, "of 5.6 and newer");
      client =
          client.lacks(
              Feature.REPEATS_TEXT,
              "before core 5.4, bytes of a text that were not sent are sent again in front of it");
    }
    if (version.startsWith("5.0")) {
      client =
          client
              .lacks(
                  Feature.RESENDS_FILES,
                  "without the agent, too, some calls for which it sends a file again never end")
              .lacks(
                  Feature.RELEASES_RETRIED,
                  "without the agent, too, its pool runs out of connections when it retries");
    }
    return client
        .lacks(
            Feature.CLOSE_ENDS_CALLS,
            "without the agent, too, closing it leaves the futures of calls on the wire open")
        .lacks(Feature.ENTITIES, "it has producers instead")
        .lacks(Feature.EXECUTION_CHAIN, "its chain is another")
        .lacks(Feature.BLOCKING, "whoever waits for the future is not the call")
        .lacks(Feature.LIVE_STREAM, "its bodies are read on threads of its own")
        .lacks(Feature.BODY_INTERCEPTORS, "its interceptors see no body")
        .lacks(Feature.ABORT, "its futures are cancelled")
        .lacks(
            Feature.CANCEL_ALWAYS_DROPS,
            "without the agent, too, it forgets some exchanges whose connection was made at once")
        .lacks(
            Feature.LEASE_TIMEOUT,
            "its pool notices lease timeouts only when something else happens to it");
  }

  private static ClientUnderTest client(String subject, String version) {
    ClientUnderTest client =
        ClientUnderTest.of(
                "apache5-" + subject.toLowerCase(java.util.Locale.ROOT) + "-" + version,
                "io.redial.subjects.apache5." + subject,
                8)
            .lacks(Feature.CONTENT_PRODUCERS, "another client")
            .lacks(Feature.TOTAL_TIMEOUT, "HttpClient 5 has no timeout for a whole call")
            .lacks(Feature.COMPLETABLE_FUTURE, "its futures are not completable")
            .lacks(Feature.WRAPPED_REQUESTS, "its interceptors are shown a copy")
            .lacks(Feature.CONTEXTS, "its contexts keep what each host was told apart")
            .lacks(Feature.SHOWN_REQUEST, "its responses show no request")
            .lacks(Feature.WHOLE_BODY_SUBSCRIBERS, "its bodies are read by the application")
            .lacks(
                Feature.GOAWAY,
                "without the agent, too, a stream beyond the last one of a GOAWAY never ends")
            .lacks(Feature.JAVA_NET_HTTP, "another client");
    if (!version.startsWith("5.0")) {
      client = client.lacks(Feature.USER_INFO, "it refuses user info in a URL");
    }
    for (Path library : libraries(version).toList()) {
      client = client.library(library);
    }
    return client;
  }

  private static Stream<Path> libraries(String version) {
    return JARS.classPath(FOLDERS.get(version));
  }

  /** The client's version as its jar's name has it, if there is one in that folder. */
  private static Optional<String> version(String folder) {
    return JARS.jars(folder)
        .map(jar -> JAR.matcher(jar.getFileName().toString()))
        .filter(Matcher::matches)
        .map(jar -> jar.group(1))
        .findFirst();
  }
}
