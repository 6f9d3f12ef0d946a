package io.redial.body;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.HeaderFields;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.util.function.BiConsumer;

/**
 * One request for the rest of a body, and its response. It has failed unless the body continues;
 * until then, the next attempt requests the same rest.
 */
public abstract class ResumeAttempt extends Attempt {
  protected final StreamPlan plan;

  /** What its response means; null until it arrives, and if it is given up on. */
  volatile ResumeVerdict answer;

  /** What its response's body is told to; set by the call that it belongs to. */
  volatile ResponseSignals<?> signals;

  /** What to call with what the client's method comes to; only the first time counts. */
  protected volatile BiConsumer<Object, Throwable> outcome;

  protected ResumeAttempt(Call call, StreamPlan plan) {
    super(call);
    this.plan = plan;
  }

  // How a client does it.

  /**
   * Sends the application's request again, changed as the plan says. The client's outcome goes to
   * {@link #outcome}, whatever fails here once it is sent.
   */
  protected abstract void send() throws Throwable;

  /** Called when the client has reported the outcome. */
  protected void ended() {}

  /** Ends the request if it is under way. Called on any thread, perhaps repeatedly. */
  protected abstract void end();

  /** Returns where the response comes from, after all redirects. */
  protected abstract String uri(Object response);

  // What it has of Redial.

  /**
   * Judges a response whose head has arrived.
   *
   * @param length the length of its body as the client hands it out, -1 if that is not known, or
   *     {@link StreamPlan#AS_SENT}
   * @param isReported whether the client always reports the end of its body
   * @return the signals by which the client is to tell what it receives; null if the response is
   *     given up on, so that it has to be drained
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Of a body of the same client.
  protected final <U> ResponseSignals<U> judge(
      int status, HeaderFields headers, long length, boolean isReported) {
    if (head(status, headers, false).retries()) {
      return null;
    }
    answer = isReported ? plan.judge(status, headers, length) : ResumeVerdict.REFUSED;
    return (ResponseSignals<U>) signals;
  }

  /** Returns whether the response continues the body; nothing is taken from one that does not. */
  protected final boolean continues() {
    if (answer == ResumeVerdict.CONTINUES) {
      return true;
    }
    signals.leave();
    return false;
  }
}
