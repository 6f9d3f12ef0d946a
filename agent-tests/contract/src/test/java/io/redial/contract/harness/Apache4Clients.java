package io.redial.contract.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Apache HttpClient 4 and HttpAsyncClient 4, in each version that the subjects' build fetched. */
final class Apache4Clients {
  private static final Path SUBJECTS =
      Path.of(System.getProperty("redial.project.root", "../.."))
          .resolve("agent-tests/subjects-apache4/target");

  private Apache4Clients() {}

  static Stream<ClientUnderTest> all() {
    return Stream.of(
            Stream.of("4.3", "4.4", "4.5").flatMap(Apache4Clients::classic),
            Stream.of("4.2", "4.3", "4.4", "4.5").map(version -> blocking("Old", version)),
            Stream.of("4.3", "4.5").flatMap(Apache4Clients::async))
        .flatMap(clients -> clients);
  }

  private static Stream<ClientUnderTest> classic(String version) {
    ClientUnderTest minimal =
        blocking("Minimal", version).lacks(Feature.REDIRECTS, "MinimalHttpClient follows none");
    return Stream.of(blocking("Internal", version), minimal);
  }

  private static Stream<ClientUnderTest> async(String version) {
    ClientUnderTest internal =
        client("Async", version)
            .lacks(Feature.BLOCKING, "whoever waits for the future is not the call");
    ClientUnderTest minimal =
        client("MinimalAsync", version)
            .lacks(Feature.BLOCKING, "whoever waits for the future is not the call")
            .lacks(Feature.REDIRECTS, "MinimalHttpAsyncClient follows none");
    return Stream.of(internal, minimal);
  }

  private static ClientUnderTest blocking(String subject, String version) {
    return client(subject, version).lacks(Feature.FUTURE, "a blocking call has no future");
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
            .lacks(Feature.JAVA_NET_HTTP, "another client");
    for (Path library : libraries(version)) {
      client = client.library(library);
    }
    return client;
  }

  private static List<Path> libraries(String version) {
    Path folder = SUBJECTS.resolve("clients").resolve(version);
    try (Stream<Path> jars = Files.isDirectory(folder) ? Files.list(folder) : Stream.of()) {
      return Stream.concat(Stream.of(SUBJECTS.resolve("classes")), jars.sorted()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
