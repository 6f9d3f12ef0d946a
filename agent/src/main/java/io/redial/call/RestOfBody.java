package io.redial.call;

import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.RangePlan;
import io.redial.policy.RangePlan.Answer;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a blocking client does about one cut of a body, as a call of its own (rule 10.7): its first
 * attempt is the one that broke off, and the others ask for the rest until one brings a byte of it.
 */
final class RestOfBody<R> implements SyncExchange<R> {
  /** What the application gets if the body does not go on. */
  final IOException cut;

  private final ResumableStream<R> body;
  private final RangeRequests<R> requests;
  private final BlockingCall<R> asking;
  private final Call call;
  private final Attempt broken;

  /** What the last response means; null until there is one, and if it is given up on. */
  private Answer answer;

  // Of the response that goes on.
  private volatile R response;
  private Attempt attempt;
  private InputStream content;
  private int first = -1;

  RestOfBody(ResumableStream<R> body, IOException cut) throws Throwable {
    this.body = body;
    this.cut = cut;
    this.requests = body.requests;
    this.asking = requests.with(header -> body.plan.ask(body.received(), header));
    this.call = Resumption.of(body.call, requests.client(), !Threads.currentIsVirtual());
    asking.request();
    this.broken = asking.prepare(call);
    broken.made = true;
    broken.failure = cut;
  }

  /** Asks until it is clear whether the body goes on, on the thread of its reader. */
  boolean isFound() {
    SyncDriver.run(call, this, broken);
    return answer == Answer.CONTINUES || answer == Answer.COMPLETE;
  }

  /** The first byte of the rest, or -1 if nothing is missing. */
  int first() {
    return first;
  }

  /** What follows that byte. */
  InputStream content() {
    return content != null ? content : new ByteArrayInputStream(new byte[0]);
  }

  /** The application no longer wants the body. Thread-safe. */
  void abort() {
    call.abort();
  }

  /** Lets go of the response that it found. */
  void drop() {
    R found = response;
    if (found != null) {
      requests.drop(found, attempt);
    }
  }

  @Override
  public Attempt attempt(Call resumed) throws Exception {
    return asking.attempt(resumed);
  }

  @Override
  public R send(Attempt sent) throws Throwable {
    answer = null;
    if (sent == broken) {
      throw cut;
    }
    if (body.isClosed()) {
      throw failed(sent, cut);
    }
    R received = asking.send(sent);
    if (received != null && !sent.givenUp) {
      look(received, sent);
    }
    return received;
  }

  private void look(R received, Attempt sent) throws Throwable {
    Answer judged = judge(received);
    try {
      if (judged == Answer.CONTINUES) {
        content = requests.content(received);
        first = content.read();
        if (first < 0) {
          throw new EOFException("the server sent nothing of the rest");
        }
        attempt = sent;
        response = received;
      }
    } catch (Throwable thrown) {
      requests.drop(received, sent);
      throw failed(sent, thrown);
    }
    if (judged != Answer.CONTINUES) {
      requests.drop(received, sent);
    }
    answer = judged;
  }

  private Answer judge(R received) {
    HeaderFields headers = requests.headers(received);
    Answer judged = body.plan.judge(body.received(), requests.status(received), headers);
    // The client may have decoded the body, and then no longer shows that it was encoded.
    return judged == Answer.CONTINUES
            && requests.length(received) != RangePlan.endOf(headers) - body.received()
        ? Answer.REFUSED
        : judged;
  }

  /** Nothing came of it, though there may have been a response. */
  private static Throwable failed(Attempt sent, Throwable thrown) {
    sent.response = null;
    sent.failure = thrown;
    return thrown;
  }

  @Override
  public Failure classify(Attempt sent, Throwable thrown) {
    return body.isClosed() ? Failure.OTHER : asking.classify(sent, thrown);
  }

  @Override
  public boolean redirected(Attempt sent) {
    return false; // A GET may be sent again wherever it was led.
  }

  /** Nobody gets it: without the rest, the body ends with the cut. */
  @Override
  public R restore(Attempt sent, R givenUp) {
    return givenUp;
  }

  @Override
  public Throwable interrupted(InterruptedException e) {
    return asking.interrupted(e);
  }

  @Override
  public void finish() {
    asking.finish();
  }
}
