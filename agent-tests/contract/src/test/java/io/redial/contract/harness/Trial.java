package io.redial.contract.harness;

import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.programs.PutEach;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One program that makes three calls with each client: one is answered twice with a hint, one loses
 * its connection twice, and one is healthy.
 *
 * @param clients its clients
 * @param folder for what it needs
 */
public record Trial(List<ClientUnderTest> clients, Path folder) {
  private static final List<String> ATTEMPTS =
      List.of("hinted", "hinted", "hinted", "reset", "reset", "reset", "healthy");

  /** What came of it. */
  public record Outcome(Program program, List<String> attempts) {}

  /** Runs it. */
  public Outcome run(Launch launch) {
    try (FaultServer server = new FaultServer()) {
      clients.forEach(
          client ->
              server.plays(
                  Answer.unavailable("0"),
                  Answer.unavailable("0"),
                  Answer.ok("up"),
                  Steps.reset(),
                  Steps.reset(),
                  Answer.ok("up"),
                  Answer.ok("up")));
      List<String> arguments = new ArrayList<>(List.of(server.url("")));
      clients.forEach(client -> arguments.add(client.adapter()));
      Program program = launch.run(PutEach.class, arguments);
      return new Outcome(
          program, server.attempts().stream().map(attempt -> attempt.head().get(0)).toList());
    }
  }

  /** Every line that it is to print: each call ends well. */
  public List<String> expectedLines() {
    return clients.stream()
        .flatMap(
            client ->
                List.of("/hinted", "/reset", "/healthy").stream()
                    .map(resource -> client.adapter() + resource + " 200 up"))
        .toList();
  }

  /** Every request that the server is to see. */
  public List<String> expectedAttempts() {
    return clients.stream()
        .flatMap(client -> ATTEMPTS.stream().map(resource -> "PUT /" + resource + " HTTP/1.1"))
        .toList();
  }
}
