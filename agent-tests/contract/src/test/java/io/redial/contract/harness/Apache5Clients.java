package io.redial.contract.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Apache HttpClient 5 in each version that the subjects' build fetched. */
final class Apache5Clients {
  private static final Path SUBJECTS =
      Path.of(System.getProperty("redial.project.root", "../.."))
          .resolve("agent-tests/subjects-apache5/target");

  private Apache5Clients() {}

  static Stream<ClientUnderTest> all() {
    return versions().stream().flatMap(Apache5Clients::of);
  }

  private static Stream<ClientUnderTest> of(String version) {
    return Stream.of(
        classic("Classic", version),
        classic("ClassicMinimal", version).lacks(Feature.REDIRECTS, "follows none"),
        async("Async", version),
        async("AsyncMinimal", version).lacks(Feature.REDIRECTS, "follows none"));
  }

  private static ClientUnderTest classic(String subject, String version) {
    return client(subject, version)
        .lacks(Feature.FUTURE, "a blocking call has no future")
        .lacks(Feature.HTTP_2, "the blocking clients speak HTTP/1.1");
  }

  private static ClientUnderTest async(String subject, String version) {
    return client(subject, version)
        .lacks(Feature.BLOCKING, "whoever waits for the future is not the call");
  }

  private static ClientUnderTest client(String subject, String version) {
    ClientUnderTest client =
        ClientUnderTest.of(
                "apache5-" + subject.toLowerCase(java.util.Locale.ROOT) + "-" + version,
                "io.redial.subjects.apache5." + subject,
                8)
            .lacks(Feature.TOTAL_TIMEOUT, "HttpClient 5 has no timeout for a whole call")
            .lacks(Feature.SHOWN_REQUEST, "its responses show no request")
            .lacks(Feature.WHOLE_BODY_SUBSCRIBERS, "its bodies are read by the application")
            .lacks(Feature.JAVA_NET_HTTP, "another client");
    client = client.library(SUBJECTS.resolve("classes"));
    for (Path library : list(SUBJECTS.resolve("clients").resolve(version))) {
      client = client.library(library);
    }
    return client;
  }

  private static List<String> versions() {
    return list(SUBJECTS.resolve("clients")).stream()
        .map(folder -> folder.getFileName().toString())
        .toList();
  }

  private static List<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
