package io.redial.contract.nets.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.nets.NetForm;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.WatchLog;
import io.redial.sampling.Sampling;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.Random;
import org.junit.jupiter.api.Tag;

/**
 * A watch that breaks again and again, at any byte: the application sees each event once, in order.
 */
@Tag("nets")
@Tag(Sampling.HEAVY)
final class WatchNetTest {
  private static final int EVENTS = NetForm.LONG ? 100_000 : 5_000;
  private static final int CUTS = NetForm.LONG ? 50 : 4;

  /** An event has about so many bytes, the bookmarks counted in. */
  private static final int BYTES = 250;

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void everyEventIsSeenOnceHoweverOftenTheConnectionBreaks(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(EVENTS).withError(410);
    Random random = new Random(CUTS);
    int most = EVENTS * BYTES / (CUTS + 1);
    for (int i = 0; i < CUTS; i++) {
      End end = random.nextBoolean() ? End.RST : End.FIN;
      server.plays(log.cutAfterBytes(most / 2 + random.nextInt(most / 2), end));
    }
    server.plays(log.rest());

    Reply reply =
        subject
            .with("resume=watch,backoff=none,max-retries=2")
            .get(server.url("/api/v1/pods?watch=true&resourceVersion=" + WatchLog.listVersion()))
            .reading(
                subject.can(Feature.JAVA_NET_HTTP) || subject.can(Feature.BLOCKING)
                    ? Reading.STREAM
                    : Reading.BYTES)
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
    assertThat(server.attempts()).hasSize(CUTS + 1);
  }
}
