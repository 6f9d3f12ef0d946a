package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.Arrays;
import java.util.List;

/**
 * Rule 6.1 for uploads by HttpAsyncClient 4, of which a connection may take a part as it breaks.
 */
final class ContentProducerTest {
  private static final int SIZE = 600_000;
  static final List<String> UPLOADS =
      List.of("zero-copy", "pieces", "big-pieces", "big-pieces-chunked");

  @ContractTest
  @Rule({"6.1", "6.3", "2.2"})
  @Needs(Feature.CONTENT_PRODUCERS)
  void anUploadWhoseConnectionIsResetTwiceArrivesWhole(
      Subject subject, @Each("UPLOADS") String upload) {
    Subject quick = subject.with("backoff=none");
    for (int i = 0; i < 20; i++) {
      arrivesWhole(quick, upload, Steps.resetAfter(SIZE / 3), Steps.resetAfter(SIZE / 2));
    }
  }

  @ContractTest
  @Rule({"6.1", "6.3", "2.1"})
  @Needs(Feature.CONTENT_PRODUCERS)
  void anUploadThatIsRefusedEarlyArrivesWhole(Subject subject, @Each("UPLOADS") String upload) {
    arrivesWhole(subject, upload, Steps.early(SIZE / 4, Answer.unavailable("0")));
  }

  @ContractTest
  @Rule({"6.1", "6.2", "2.1"})
  @Needs(Feature.CONTENT_PRODUCERS)
  void anUploadThatIsRefusedAtItsEndArrivesWhole(Subject subject, @Each("UPLOADS") String upload) {
    arrivesWhole(subject, upload, Answer.unavailable("0"));
  }

  private static void arrivesWhole(Subject subject, String upload, Step... faults) {
    Step[] script = Arrays.copyOf(faults, faults.length + 1);
    script[faults.length] = Answer.ok("stored");
    try (FaultServer server = new FaultServer().plays(script)) {
      Sending put = subject.put(server.url()).body(BodyKind.BYTES, SIZE).set("upload", upload);
      Reply reply = put.send();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(server.attempts()).hasSize(script.length);
      for (Attempt attempt : server.attempts()) {
        byte[] sent = attempt.body();
        assertThat(put.bytes()).startsWith(sent);
      }
      assertThat(server.attempts().get(faults.length).body()).hasSameSizeAs(put.bytes());
    }
  }
}
