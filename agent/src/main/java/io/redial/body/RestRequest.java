package io.redial.body;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.HeaderFields;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Answer;
import java.util.function.BiConsumer;

/**
 * One request for the rest of a body, and its response. It has failed unless the body continues;
 * until then, the next attempt requests the same rest.
 */
public final class RestRequest extends Attempt {
  private final StreamPlan plan;

  /** What its response means; null until it arrives, and if it is given up on. */
  private volatile Answer answer;

  private volatile ResponseSignals<?> signals;
  private volatile BiConsumer<Object, Throwable> outcome;

  RestRequest(Call call, StreamPlan plan) {
    super(call);
    this.plan = plan;
  }

  /**
   * Judges a response whose head has arrived.
   *
   * @param isReported whether the client always reports the end of its body
   * @return what it means; null if it is given up on, so that it has to be drained
   */
  public Answer judge(int status, HeaderFields headers, boolean isReported) {
    return judge(status, headers, StreamPlan.AS_SENT, isReported);
  }

  /** Judges a response whose body has that length, or -1 if that is unknown. */
  public Answer judge(int status, HeaderFields headers, long length, boolean isReported) {
    if (head(status, headers, false).retries()) {
      return null;
    }
    answer = isReported ? plan.judge(status, headers, length) : Answer.REFUSED;
    return answer;
  }

  /** Returns the signals by which the client is to tell what it receives. */
  @SuppressWarnings("unchecked") // Those of a body of the same client.
  public <U> ResponseSignals<U> signals() {
    return (ResponseSignals<U>) signals;
  }

  /** Returns what to call with what the client's method comes to. */
  public BiConsumer<Object, Throwable> outcome() {
    return outcome;
  }

  void tells(ResponseSignals<?> told, BiConsumer<Object, Throwable> reported) {
    signals = told;
    outcome = reported;
  }

  Answer meaning() {
    return answer;
  }

  void refuse() {
    answer = Answer.REFUSED;
  }
}
