package io.redial.call;

import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The call by which a blocking client resumes a body after one cut (rule 10.7). Its first attempt
 * is the one that broke off. The others request the rest, until it is clear whether the body can be
 * resumed.
 */
final class ResumedBody<R> implements BlockingExecution<R> {
  private final ResumableStream<R> body;
  private final StreamPlan plan;
  private final ResumeRequests<R> requests;
  private final PulledBody<R> bodies;
  private final BlockingCall<R> asking;
  private final Call call;
  private final Attempt broken;
  private final IOException cut;

  /** What the last response means; null as long as there is none, or if it was given up on. */
  private ResumeVerdict answer;

  // The response that continues the body.
  private volatile R response;
  private Attempt attempt;
  private InputStream content;

  /**
   * The attempt that waits for its response, or for the first byte of it; null if there is none.
   */
  private volatile Attempt underWay;

  private int first = -1;

  /** Whether the application has closed its client. */
  private boolean closed;

  /** What the client throws when its caller is interrupted; null if that has not happened. */
  private Throwable interruption;

  /** What the call ended with; null if nothing was sent. */
  private ClientOutcome outcome;

  ResumedBody(ResumableStream<R> body, IOException cut) throws Throwable {
    this.body = body;
    this.cut = cut;
    this.plan = body.plan;
    this.requests = body.requests;
    this.bodies = requests.bodies();
    this.call = body.resumptions.begin(true);
    this.asking = requests.rest(plan);
    asking.request();
    this.broken = asking.prepare(call);
    broken.markMade();
    broken.failedWith(cut);
  }

  /**
   * Requests the rest on the thread of the body's reader. Returns whether the rest was found, which
   * may be empty.
   */
  boolean isFound() {
    outcome = BlockingDriver.run(call, this, broken);
    return answer == ResumeVerdict.CONTINUES || answer == ResumeVerdict.COMPLETE;
  }

  /**
   * Returns the exception that the body ends with because the application itself has ended the wait
   * for the rest (rule 5.4); null if it has not, or if the original error says enough.
   */
  IOException stop() {
    Throwable thrown = outcome == null ? null : outcome.failure();
    if (interruption != null && cut instanceof BodyEnded) {
      thrown = interruption; // Not the end of the stream.
    } else if (!closed && !requests.isStopped()) {
      return null;
    }
    if (thrown instanceof IOException && !(thrown instanceof BodyEnded)) {
      return (IOException) thrown;
    }
    return cut instanceof BodyEnded ? Resumptions.failure() : cut;
  }

  /** Returns the first byte of the rest if it was read already, or -1. */
  int first() {
    return first;
  }

  /** Returns what follows that byte, which may be nothing. */
  InputStream content() {
    return content != null ? content : new ByteArrayInputStream(new byte[0]);
  }

  /** Ends the call, because the application no longer wants the body. Thread-safe. */
  void abort() {
    call.abort();
    Attempt waits = underWay;
    if (waits != null) {
      requests.abort(waits);
    }
  }

  /** Drops the connection of the response that was found, if there is one. */
  void drop() {
    R found = response;
    if (found != null) {
      bodies.drop(found, attempt);
    }
  }

  /** Does the same by other means. */
  void abandon() {
    bodies.abandon(response, attempt);
  }

  @Override
  public Attempt attempt(Call resumed) throws Exception {
    closed |= resumed.isClientClosed();
    return asking.attempt(resumed);
  }

  /** Makes an attempt. Unless its response continues the body, its connection is given back. */
  @Override
  @SuppressWarnings("unchecked") // The client made the response.
  public R send(Attempt sent) throws Throwable {
    answer = null;
    if (sent == broken) {
      throw cut;
    }
    underWay = sent;
    R received = null;
    try {
      if (body.closed) {
        throw failed(sent, cut);
      }
      plan.sent();
      received = asking.send(sent);
      if (received != null && !sent.givenUp()) {
        answer = inspect(received, sent);
      }
      return received;
    } finally {
      underWay = null;
      R unused = received != null ? received : (R) sent.response();
      if (unused != null
          && answer != ResumeVerdict.CONTINUES
          && (!sent.givenUp() || sent.isUnread())) {
        FaultBoundary.release(() -> bodies.drop(unused, sent), () -> bodies.abandon(unused, sent));
      }
    }
  }

  private ResumeVerdict inspect(R received, Attempt sent) throws Throwable {
    if (body.closed) {
      throw failed(sent, cut);
    }
    // What is thrown here is an internal fault, and no failure of the attempt.
    ResumeVerdict judged =
        plan.comesFrom(requests.uri(received, sent))
            ? plan.judge(bodies.status(received), bodies.headers(received), bodies.length(received))
            : ResumeVerdict.REFUSED;
    if (judged == ResumeVerdict.CONTINUES) {
      boolean needsByte = !plan.resumesWithHead();
      try {
        content = bodies.source(received).open();
        if (needsByte) {
          first = content.read();
          if (first < 0) {
            throw new EOFException("the server sent none of the remaining body");
          }
        }
      } catch (Throwable thrown) {
        throw failed(sent, thrown);
      }
      attempt = sent;
      response = received;
    }
    return judged;
  }

  /** Records a failure of the attempt, even if there was a response. */
  private static Throwable failed(Attempt sent, Throwable thrown) {
    sent.returned(null);
    sent.failedWith(thrown);
    return thrown;
  }

  @Override
  public Failure classify(Attempt sent, Throwable thrown) {
    if (body.closed) {
      return Failure.OTHER;
    }
    // Asked in any case, because the client then notices an abort during the wait.
    Failure kind = asking.classify(sent, thrown);
    if (requests.isStopped()) {
      return Failure.OTHER;
    }
    return thrown instanceof BodyEnded || requests.isCut(thrown) ? Failure.CONNECTION_ERROR : kind;
  }

  @Override
  public boolean redirected(Attempt sent) {
    return false; // A GET may be sent again even after a redirect.
  }

  /**
   * Returns the response unchanged, because nobody gets it: without the rest, the body ends with
   * the cut.
   */
  @Override
  public R restore(Attempt sent, R givenUp) {
    return givenUp;
  }

  @Override
  public Throwable interrupted(InterruptedException e) {
    interruption = asking.interrupted(e);
    return interruption;
  }

  @Override
  public void finish() {
    asking.finish();
  }
}
