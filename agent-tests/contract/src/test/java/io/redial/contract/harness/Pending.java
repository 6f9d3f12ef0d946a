package io.redial.contract.harness;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import io.redial.subjects.ControlScenario;
import io.redial.subjects.Order;
import io.redial.subjects.Releases;
import io.redial.subjects.Reply;
import io.redial.subjects.SubjectMain;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A call in flight. */
public final class Pending {
  private final Subject subject;
  private final Order order;
  private final CompletableFuture<Map<String, String>> reply;

  Pending(Subject subject, Order order, CompletableFuture<Map<String, String>> reply) {
    this.subject = subject;
    this.order = order;
    this.reply = reply;
  }

  /** Waits for what comes back. */
  public Reply reply() {
    return new Reply(SubjectProcess.join(reply));
  }

  /**
   * Waits for what comes back, and asks for the host's attempts meanwhile: those of the latest 200
   * hosts that were asked for or failed are kept.
   */
  public Reply replyKeeping(String host) {
    await()
        .atMost(60, SECONDS)
        .pollInterval(250, MILLISECONDS)
        .until(
            () -> {
              subject.bean().plannedWaits(host);
              return done();
            });
    return reply();
  }

  /** Whether it came back. */
  public boolean done() {
    return reply.isDone();
  }

  /** How often the client let go of what the application gave it so far: the count of each. */
  public Map<String, String> releases() {
    Map<String, String> releases = subject.run(Releases.class, Map.of("key", order.key()));
    releases.remove(SubjectMain.ID);
    return releases;
  }

  /** Interrupts the thread that called. */
  public void interrupt() {
    act("interrupt");
  }

  /** Cancels what the client returned. */
  public void cancel() {
    act("cancel");
  }

  /** Does whatever else the client offers while a call is in flight. */
  public void act(String action) {
    act(order.key(), action);
  }

  /** Does something to the client instance that the call uses. */
  public void toClient(String action) {
    act(order.get("client-name", null), action);
  }

  private void act(String key, String action) {
    subject.run(ControlScenario.class, Map.of("key", key, "action", action));
  }
}
