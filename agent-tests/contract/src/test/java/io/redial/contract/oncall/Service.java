package io.redial.contract.oncall;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Launch;
import io.redial.contract.harness.Program;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.programs.PutEach;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A program that calls a server three times, and knows nothing of Redial.
 *
 * @param pid its process number as the machine has it
 * @param end what it has printed when it has ended
 */
record Service(long pid, CompletableFuture<Program> end) {

  static Service start(Launch launch, ClientUnderTest client, FaultServer server) {
    String mark = "-Dincident=" + UUID.randomUUID();
    Launch marked = new Launch(launch.wrapper(), launch.java(), List.of(mark), launch.classPath());
    Launch whole = marked.with(launch.flags().toArray(new String[0]));
    List<String> arguments = List.of(server.url(""), client.adapter());
    CompletableFuture<Program> end =
        CompletableFuture.supplyAsync(() -> whole.run(PutEach.class, arguments));
    Eventually.until(() -> end.isDone() || pid(mark) > 0);
    return new Service(pid(mark), end);
  }

  /**
   * The Java process with that flag. What starts it has the flag among its arguments as well, and
   * waits for it or becomes it.
   */
  private static long pid(String mark) {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .filter(process -> process.info().arguments().stream().anyMatch(list -> has(list, mark)))
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElse(0);
  }

  private static boolean has(String[] arguments, String mark) {
    return List.of(arguments).contains(mark);
  }
}
