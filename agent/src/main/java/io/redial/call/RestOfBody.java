package io.redial.call;

import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Answer;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a blocking client does about one cut of a body, as a call of its own (rule 10.7): its first
 * attempt is the one that broke off, and the others ask for the rest until it is clear that the
 * body goes on.
 */
final class RestOfBody<R> implements SyncExchange<R> {
  private final StreamSources<R> body;
  private final StreamPlan plan;
  private final RestRequests<R> requests;
  private final BlockingCall<R> asking;
  private final Call call;
  private final Attempt broken;
  private final IOException cut;

  /** What the last response means; null until there is one, and if it is given up on. */
  private Answer answer;

  // Of the response that goes on.
  private volatile R response;
  private Attempt attempt;
  private InputStream content;

  /** The request for the rest that waits for its response, or for its first byte; or null. */
  private volatile Attempt underWay;

  private int first = -1;

  RestOfBody(StreamSources<R> body, IOException cut) throws Throwable {
    this.body = body;
    this.cut = cut;
    this.plan = body.plan;
    this.requests = body.requests;
    this.call = body.resumptions.begin(requests.client(), !Threads.currentIsVirtual());
    this.asking = requests.rest(plan);
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

  /** The first byte of the rest if it was read already, or -1. */
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
    Attempt waits = underWay;
    if (waits != null) {
      requests.abort(waits);
    }
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
    underWay = sent;
    try {
      if (body.closed) {
        throw failed(sent, cut);
      }
      plan.sent();
      R received = send(asking, sent);
      if (received != null && !sent.givenUp) {
        look(received, sent);
      }
      return received;
    } finally {
      underWay = null;
    }
  }

  /** A response of which a fault of Redial's keeps this is dropped. */
  @SuppressWarnings("unchecked") // What the client made.
  private R send(BlockingCall<R> asked, Attempt sent) throws Throwable {
    try {
      return asked.send(sent);
    } catch (Throwable thrown) {
      R lost = (R) sent.response;
      if (lost != null && thrown != sent.failure) {
        drop(lost, sent);
      }
      throw thrown;
    }
  }

  private void drop(R received, Attempt sent) throws IOException {
    try {
      requests.drop(received, sent);
    } catch (Throwable fault) {
      call.fault("body", fault);
      if (received instanceof Closeable) {
        ((Closeable) received).close();
      }
    }
  }

  private void look(R received, Attempt sent) throws Throwable {
    if (body.closed) {
      drop(received, sent);
      throw failed(sent, cut);
    }
    Answer judged;
    try {
      judged =
          plan.judge(
              requests.status(received), requests.headers(received), requests.length(received));
      if (judged == Answer.CONTINUES) {
        content = requests.content(received);
        if (!plan.goesOnWithHead()) {
          first = content.read();
          if (first < 0) {
            throw new EOFException("the server sent nothing of the rest");
          }
        }
        attempt = sent;
        response = received;
      }
    } catch (Throwable thrown) {
      drop(received, sent);
      throw failed(sent, thrown);
    }
    if (judged != Answer.CONTINUES) {
      drop(received, sent);
    }
    answer = judged;
  }

  /** Nothing came of it, though there may have been a response. */
  private static Throwable failed(Attempt sent, Throwable thrown) {
    sent.response = null;
    sent.failure = thrown;
    return thrown;
  }

  @Override
  public Failure classify(Attempt sent, Throwable thrown) {
    if (body.closed) {
      return Failure.OTHER;
    }
    return thrown instanceof BodyEnded || requests.isCut(thrown)
        ? Failure.CONNECTION_ERROR
        : asking.classify(sent, thrown);
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
