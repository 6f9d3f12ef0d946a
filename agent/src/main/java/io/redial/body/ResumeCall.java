package io.redial.body;

import io.redial.call.Attempt;
import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.call.Resumptions;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.io.EOFException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Resumes a body after one cut, as an ordinary call whose first attempt has failed (rule 10.7): the
 * others request the rest, until it is clear that the body continues.
 */
final class ResumeCall implements CallbackExecution<Object> {
  private final StreamPlan plan;
  private final ResumeRequests requests;
  private final PushedBody<?, ?, ?> body;
  private final Call call;
  private final CallbackDriver<Object> driver;
  private volatile Outcome current;

  /** Whether the application has closed the client, so that an orderly end is none. */
  private boolean isClosed;

  ResumeCall(
      Resumptions resumptions, StreamPlan plan, ResumeRequests requests, PushedBody<?, ?, ?> body) {
    this.plan = plan;
    this.requests = requests;
    this.body = body;
    this.call = resumptions.begin(false);
    requests.limit(call);
    this.driver = new CallbackDriver<>(call, this);
  }

  /** Begins with what broke the body off. */
  void begin(Throwable cut) {
    Attempt first = new Attempt(call) {}; // That whose response was cut.
    first.markMade();
    first.failedWith(cut);
    driver.failed(first, cut);
  }

  /** Ends the call, because nobody wants the rest. Called on any thread. */
  void abandon() {
    driver.abandon();
    Outcome last = current;
    if (last == null) {
      return;
    }
    last.rest.end();
    if (last.isOpen && last.isOver.compareAndSet(false, true)) {
      driver.finish(); // The client has reported its outcome already, and nobody awaits a byte.
    }
  }

  @Override
  public Attempt attempt(Call resumed) {
    isClosed |= resumed.isClientClosed();
    return requests.request(resumed, plan);
  }

  @Override
  public void send(Attempt attempt, CallbackDriver<Object> driving) throws Throwable {
    ResumeAttempt rest = (ResumeAttempt) attempt;
    Outcome outcome = new Outcome(rest);
    current = outcome;
    rest.signals = body.from(outcome);
    rest.outcome = body.outcomeOf(outcome);
    plan.sent();
    rest.send();
    if (body.isStopped()) {
      abandon();
    }
  }

  /** What becomes of one request. */
  private final class Outcome implements ResponseSignals.Rest {
    private final ResumeAttempt rest;

    /** Whether the driver was told that the body goes on with this response, or how it ended. */
    private final AtomicBoolean isOver = new AtomicBoolean();

    private final AtomicBoolean isReported = new AtomicBoolean();
    private volatile boolean isOpen;
    private volatile boolean isBegun;

    Outcome(ResumeAttempt rest) {
      this.rest = rest;
    }

    @Override
    public boolean continuesWithHead() {
      return plan.resumesWithHead();
    }

    @Override
    public void continues() {
      isBegun = true;
      isOver.set(true);
      driver.completed(rest, null);
    }

    @Override
    public void ended(Throwable cut) {
      fail(cut != null ? cut : new EOFException("the server sent none of the remaining body"));
    }

    private void fail(Throwable thrown) {
      if (isOver.compareAndSet(false, true)) {
        driver.failed(rest, thrown);
      }
    }

    @Override
    public void responded(Object response, Throwable reported) {
      if (isReported.getAndSet(true)) {
        return;
      }
      Throwable thrown = rest.failureFor(reported);
      rest.ended();
      refuseFromElsewhere(response);
      ResumeVerdict answer = rest.answer;
      boolean isDecided = answer == ResumeVerdict.REFUSED || answer == ResumeVerdict.COMPLETE;
      if (thrown != null && !isDecided) {
        rest.signals.leave();
        fail(thrown);
      } else if (answer != ResumeVerdict.CONTINUES) {
        driver.completed(rest, response); // What becomes of its body does not matter.
      } else {
        isOpen = true;
        rest.signals.opens(plan.resumesWithHead());
      }
    }

    /**
     * Refuses a response that does not continue the body because a redirect led to another place.
     * Only now may the client show where it comes from; none of its body was requested.
     */
    private void refuseFromElsewhere(Object response) {
      if (response != null
          && rest.answer == ResumeVerdict.CONTINUES
          && !plan.comesFrom(rest.uri(response))
          && rest.signals.leave()) {
        rest.answer = ResumeVerdict.REFUSED;
      }
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    return thrown instanceof BodyEnded ? Failure.CONNECTION_ERROR : requests.classify(thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return false; // A GET may be sent again, whatever redirects it followed.
  }

  @Override
  public void deliver(Object response) {
    ResumeVerdict answer = current.rest.answer;
    if (answer == ResumeVerdict.COMPLETE) {
      body.complete();
    } else if (answer != ResumeVerdict.CONTINUES) {
      body.giveUp();
    }
  }

  @Override
  public void fail(Throwable thrown) {
    if (isClosed && plan.endsInOrder()) {
      body.abort(unwrap(thrown));
    } else {
      body.giveUp();
    }
  }

  @Override
  public void failKept(Throwable thrown) {
    requests.onClientsThread(body::giveUp);
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    requests.onClientsThread(body::giveUp);
    return true;
  }

  @Override
  public void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    body.giveUp();
  }

  /** Called when a wait begins. It is abandoned by the body, or once nobody wants the rest. */
  @Override
  public void waiting() {
    requests.onceDone(
        () -> {
          if (requests.isUnwanted()) {
            driver.abandon();
          }
        });
  }

  @Override
  public boolean abandoned() {
    return body.isStopped() || requests.isUnwanted();
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return requests.unwrap(thrown);
  }

  /**
   * Ends the body if the application has ended its call. Nobody waits for that any more, but its
   * consumer still awaits an end.
   */
  @Override
  public void finish() {
    Outcome last = current;
    if (requests.isUnwanted() && !body.isStopped() && (last == null || !last.isBegun)) {
      requests.onClientsThread(body::giveUp);
    }
  }
}
