package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.sampling.Sampling;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule 2.1 in services of Spring Boot's, whose own threads make the calls. */
@Tag(Sampling.HEAVY)
class SpringBootServiceTest extends Served {

  static Stream<Arguments> services() {
    return Stream.of(
        Arguments.of(Java.oldest(), "boot2", List.of("RestTemplate")),
        Arguments.of(Java.newest(), "boot4", List.of("RestClient-apache", "RestClient-jdk")));
  }

  @ParameterizedTest
  @MethodSource("services")
  void retriesAndWarnsOfNothing(
      Java java, String name, List<String> clientsOfSpring, @TempDir Path folder) throws Exception {
    String jar = Program.built(name + "/target/" + name + ".jar").toString();
    try (ServerProcess service =
        ServerProcess.start(
            java,
            folder,
            Map.of("JAVA_TOOL_OPTIONS", "-javaagent:" + Program.agentJar()),
            java.launcher().toString(),
            "-jar",
            jar,
            "--server.port=0",
            "--server.address=127.0.0.1")) {
      String port = service.awaitLine("Tomcat started on port\\S* (\\d+)").group(1);
      service.awaitLine("Started Shop");
      URI root = URI.create("http://127.0.0.1:" + port);

      Stream.concat(
              clientsOfSpring.stream(), Stream.of("Fetch4", "Fetch4Async", "Fetch5", "Fetch5Async"))
          .forEach(
              client ->
                  assertThat(War.fetch(root, client, server.url(0, client)))
                      .as(client)
                      .isEqualTo(RETRIED));

      service.stop();
      assertThat(ContainerLog.complaints(service.logs())).isEmpty();
    }
  }
}
