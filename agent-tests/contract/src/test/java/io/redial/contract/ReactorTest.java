package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Probe;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Rule 4.6 for clients with selector threads: waits leave these to other traffic. */
@Tag("programs")
final class ReactorTest {
  private static final int CALLS = 200;

  @ContractTest
  @Rule("4.6")
  @Needs(Feature.FUTURE)
  void twoHundredWaitingCallsHoldNoSelectorThread(Subject subject, FaultServer server) {
    Subject alone = subject.with("deadline=60s,log=none,max-waiting=1000").alone();
    for (int i = 0; i < CALLS; i++) {
      server.plays(Answer.unavailable("20"));
    }
    server.plays(Answer.ok("meanwhile"));

    List<Pending> waiting = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      waiting.add(alone.get(server.url()).by("shared").set("pool", 250).start());
    }
    Eventually.until(() -> alone.bean().waiting() == CALLS);
    String dump = alone.run(Probe.class, Map.of("what", "dump")).get("dump");
    Reply other = alone.get(server.url()).by("shared").set("pool", 250).send();

    assertThat(dump.split("\n\n", -1))
        .filteredOn(thread -> thread.contains("elector") || thread.contains("eactor"))
        .as("selector threads, none of which sleeps or waits")
        .isNotEmpty()
        .noneMatch(thread -> thread.contains("WAITING") && !atItsWork(thread));
    assertThat(other.get("body.text")).isEqualTo("meanwhile");
    assertThat(other.number("elapsed")).isLessThan(10_000);
    waiting.forEach(Pending::cancel);
  }

  /** The client's own thread that waits for the selectors' end; a virtual one that selects (26). */
  private static boolean atItsWork(String thread) {
    return thread.contains("java.lang.Thread.join") || thread.contains("Poller.pollSelector");
  }
}
