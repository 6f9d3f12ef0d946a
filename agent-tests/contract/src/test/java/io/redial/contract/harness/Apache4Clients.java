package io.redial.contract.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Apache HttpClient 4 and HttpAsyncClient 4, in each version that the subjects' build fetched. */
final class Apache4Clients {
  private static final ClientJars JARS = ClientJars.of("subjects-apache4");

  private static final Versions CLASSIC = Versions.of("4.3", "4.4", "4.5");
  private static final Versions OLD = Versions.of("4.2", "4.3", "4.4", "4.5");

  /** HttpAsyncClient 4.0 with HttpClient 4.3, and 4.1 with 4.5. */
  private static final Versions ASYNC = Versions.of("4.3", "4.5");

  private static final String LAZY_POOL =
      "its pool notices lease timeouts only when something else happens to it";

  private Apache4Clients() {}

  static Stream<ClientUnderTest> all() {
    return Stream.of(
            CLASSIC.ends().map(version -> blocking("Internal", version)),
            CLASSIC.ofVariants().map(Apache4Clients::minimal),
            OLD.ends().map(Apache4Clients::old),
            ASYNC.ends().map(version -> async("Async", version)),
            ASYNC.ofVariants().map(Apache4Clients::minimalAsync))
        .flatMap(clients -> clients);
  }

  /** What the newest version needs on the class path. */
  static Stream<Path> newest() {
    return libraries("4.5").stream();
  }

  private static ClientUnderTest old(String version) {
    return blocking("Old", version)
        .lacks(Feature.EXECUTION_CHAIN, "it has none")
        .lacks(Feature.RETRIES_RESPONSES, "DefaultHttpClient retries failures only")
        .lacks(Feature.SHARED_POOL, "it is closed through its pool");
  }

  private static ClientUnderTest minimal(String version) {
    return blocking("Minimal", version)
        .lacks(Feature.EXECUTION_CHAIN, "MinimalHttpClient lets nobody in")
        .lacks(Feature.SHARED_POOL, "MinimalHttpClient owns its pool")
        .lacks(Feature.EXPECT_CONTINUE, "MinimalHttpClient does not expect")
        .lacks(Feature.INTERCEPTORS, "MinimalHttpClient takes none")
        .lacks(Feature.BODY_INTERCEPTORS, "MinimalHttpClient takes none")
        .lacks(Feature.REDIRECTS, "MinimalHttpClient follows none")
        .lacks(Feature.PROXIES, "MinimalHttpClient uses none")
        .lacks(Feature.OWN_RETRIES, "MinimalHttpClient does not retry");
  }

  private static ClientUnderTest minimalAsync(String version) {
    ClientUnderTest client = async("MinimalAsync", version);
    if (version.equals("4.5")) {
      client =
          client.lacks(
              Feature.FAILS_FUTURES, "without the agent it leaves the future of a failure open");
    }
    return client
        .lacks(Feature.EXPECT_CONTINUE, "MinimalHttpAsyncClient does not expect")
        .lacks(Feature.INTERCEPTORS, "MinimalHttpAsyncClient takes none")
        .lacks(Feature.REDIRECTS, "MinimalHttpAsyncClient follows none")
        .lacks(Feature.PROXIES, "MinimalHttpAsyncClient uses none");
  }

  private static ClientUnderTest async(String subject, String version) {
    ClientUnderTest client = client(subject, version);
    if (!version.equals("4.5")) {
      client =
          client
              .lacks(Feature.CANCEL_DROPS, "without the agent, too, its exchange stays on the wire")
              .lacks(Feature.SENDS_ON, "without the agent, too, such a call never ends");
    }
    return client
        .lacks(Feature.ENTITIES, "it has producers instead")
        .lacks(Feature.EXECUTION_CHAIN, "it lets nobody in")
        .lacks(Feature.SHARED_POOL, "its subjects own their pools")
        .lacks(Feature.BLOCKING, "whoever waits for the future is not the call")
        .lacks(Feature.LIVE_STREAM, "a stream that pauses would stop its I/O thread")
        .lacks(Feature.BODY_INTERCEPTORS, "its interceptors see no body")
        .lacks(Feature.ABORT, "its futures are cancelled")
        .lacks(Feature.LEASE_TIMEOUT, LAZY_POOL)
        .lacks(
            Feature.SENDS_COPIED_BODIES_TWICE,
            "what it sends again is a producer's that says it can be repeated: none is copied")
        .lacks(Feature.OWN_RETRIES, "HttpAsyncClient 4 does not retry");
  }

  private static ClientUnderTest blocking(String subject, String version) {
    return client(subject, version)
        .lacks(Feature.FUTURE, "a blocking call has no future")
        .lacks(Feature.RELEASES, "a blocking call has neither producer nor consumer")
        .lacks(Feature.CONTENT_PRODUCERS, "a blocking call has neither producer nor consumer")
        .lacks(Feature.INTERRUPTED_ON_THE_WIRE, "a blocking socket is not interrupted");
  }

  private static ClientUnderTest client(String subject, String version) {
    ClientUnderTest client =
        ClientUnderTest.of(
                "apache4-" + subject.toLowerCase(Locale.ROOT) + "-" + version,
                "io.redial.subjects.apache4." + subject,
                8)
            .lacks(Feature.TOTAL_TIMEOUT, "HttpClient 4 has no timeout for a whole call")
            .lacks(Feature.HTTP_2, "HttpClient 4 speaks HTTP/1.1")
            .lacks(Feature.SHOWN_REQUEST, "its responses show no request")
            .lacks(Feature.WHOLE_BODY_SUBSCRIBERS, "its bodies are read by the application")
            .lacks(Feature.COMPLETABLE_FUTURE, "its futures are not completable")
            .lacks(Feature.SHARED_CONTEXT, "its subjects take none by name")
            .lacks(Feature.PRODUCERS, "another client")
            .lacks(Feature.COMPRESSING_PRODUCERS, "another client")
            .lacks(Feature.ASYNC_CHAIN, "another client")
            .lacks(Feature.CLASSIC_OVER_ASYNC, "another client")
            .lacks(Feature.REDIRECTED_PUT, "it follows no redirect of a PUT")
            .lacks(Feature.JAVA_NET_HTTP, "another client");
    if (version.compareTo("4.5") < 0 && !subject.equals("Old")) {
      client =
          client.lacks(
              Feature.REDIRECTED_BODY,
              "without the agent, too, it fails with 'Content-Length header already present'");
    }
    if (version.compareTo("4.4") < 0) {
      client =
          client.lacks(
              Feature.NOTICES_MISSING_CHUNKS,
              "HttpCore up to 4.3 takes the end of the connection for the end of such a body");
    }
    for (Path library : libraries(version)) {
      client = client.library(library);
    }
    return client;
  }

  private static List<Path> libraries(String version) {
    Stream<Path> libraries =
        switch (version) {
          case "4.3" -> JARS.classPath("httpclient-4.3", "httpasyncclient-4.0");
          case "4.5" -> JARS.classPath("httpclient-4.5", "httpasyncclient-4.1");
          default -> JARS.classPath("httpclient-" + version);
        };
    return libraries.toList();
  }
}
