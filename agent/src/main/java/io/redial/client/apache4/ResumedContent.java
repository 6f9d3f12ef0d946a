package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan.Answer;
import org.apache.http.HttpRequest;
import org.apache.http.nio.client.HttpAsyncClient;

/**
 * Resumes a body after one cut, as a call of its own (rule 10.7): its first attempt is the one that
 * broke off, and the others ask for the rest until the body continues.
 */
final class ResumedContent<T> implements CallbackExecution<Object> {
  /** The failure that broke the body off. */
  private final Exception cut;

  private final ApplicationContent<T> body;
  private final CallbackDriver<Object> driver;
  private final Call call;
  private final Aborts aborts;
  private volatile ResumeAttempt<T> current;

  /** Whether the application has closed the client, so that an end in order is none. */
  private boolean closed;

  ResumedContent(ApplicationContent<T> body, Exception cut) {
    this.body = body;
    this.cut = cut;
    this.call = body.resumptions.begin(body.client, false);
    this.aborts = new Aborts(body.original, call);
    this.driver = new CallbackDriver<>(call, this);
  }

  void begin() {
    ResumeAttempt<T> first = new ResumeAttempt<>(call, body, driver);
    first.markMade();
    first.failedWith(cut);
    driver.failed(first, cut);
  }

  /** Ends the resumption, because the application no longer wants the body. */
  void abandon() {
    driver.abandon();
    stop();
  }

  /**
   * Ends the resumption, because the application has shut the connection down. The consumer is to
   * be notified of the end.
   */
  void abort() {
    call.abort();
    stop();
  }

  private void stop() {
    ResumeAttempt<T> underWay = current;
    if (underWay != null) {
      underWay.stop();
    }
  }

  @Override
  public Attempt attempt(Call resumed) {
    closed |= resumed.isClientClosed();
    return new ResumeAttempt<>(resumed, body, driver);
  }

  @Override
  @SuppressWarnings("unchecked") // It was made by the method above.
  public void send(Attempt attempt, CallbackDriver<Object> driving) throws Throwable {
    ResumeAttempt<T> asked = (ResumeAttempt<T>) attempt;
    HttpAsyncClient client = body.client;
    if (client == null || body.isGivenUp()) {
      asked.failedWith(body.isShutDown() ? cut : new CancelledException());
      throw asked.failure();
    }
    HttpRequest rest = body.request.changedBy(body.plan);
    current = asked;
    body.plan.sent();
    asked.send(client, rest, new ResumeConsumer<>(asked));
    if (body.isStopped()) {
      asked.stop();
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    if (thrown instanceof CancelledException || body.isGivenUp()) {
      return Failure.OTHER;
    }
    return thrown instanceof BodyEnded
        ? Failure.CONNECTION_ERROR
        : Apache4Failures.classify(thrown);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return false; // A GET may be sent again wherever a redirect led it.
  }

  @Override
  public void deliver(Object response) {
    Answer answer = answer();
    if (answer == Answer.COMPLETE) {
      body.sourceEnded();
    } else if (answer != Answer.CONTINUES) {
      body.giveUp();
    }
  }

  private Answer answer() {
    ResumeAttempt<T> last = current;
    return last == null ? null : last.answer;
  }

  @Override
  public void fail(Throwable thrown) {
    boolean cancelled = thrown instanceof CancelledException && !body.isShutDown();
    boolean stopped = closed && thrown instanceof Exception && body.plan.endsInOrder();
    if (cancelled || stopped) {
      body.fail((Exception) thrown);
    } else {
      body.giveUp();
    }
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    body.giveUp();
    return true;
  }

  @Override
  public void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    ResumeAttempt<T> last = current;
    if (failure != null || last == null || last.answer != Answer.CONTINUES) {
      body.rescue(null, null);
    }
  }

  @Override
  public Throwable applications() {
    return body.applications();
  }

  @Override
  public void waiting() {
    aborts.watch();
  }

  @Override
  public boolean abandoned() {
    return body.isStopped() && !body.isShutDown();
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return thrown;
  }

  @Override
  public void finish() {
    aborts.finish();
  }
}
