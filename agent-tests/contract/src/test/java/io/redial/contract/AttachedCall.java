package io.redial.contract;

import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Sending;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A call that is answered only once the application has hung its callback on. Without that, the
 * thread of the callback is a race, and so is whether HttpAsyncClient 4 tells a producer and a
 * consumer of a failure after their success: its calling thread may still be at work then.
 */
final class AttachedCall {
  private AttachedCall() {}

  static Reply send(Sending sending, FaultServer server, Step first, Step... others) {
    CountDownLatch attached = new CountDownLatch(1);
    List<Step> steps = new ArrayList<>(List.of(others));
    steps.add(0, Steps.after(attached, first));
    server.plays(steps.toArray(Step[]::new));
    Pending pending = sending.start();
    pending.act("attached");
    attached.countDown();
    return pending.reply();
  }
}
