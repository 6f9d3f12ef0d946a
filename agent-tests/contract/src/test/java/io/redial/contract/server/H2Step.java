package io.redial.contract.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What an {@link H2Server} does to one stream once its request is complete. */
@FunctionalInterface
public interface H2Step {
  /** Plays it. */
  void play(H2Stream stream) throws IOException;

  /** A complete response. */
  static H2Step answer(int status, String body, String... headers) {
    return stream -> stream.answer(status, body, headers);
  }

  /** REFUSED_STREAM: nothing was processed. */
  static H2Step refuse() {
    return stream -> stream.reset(H2Stream.REFUSED_STREAM);
  }

  /** The stream breaks off, and something may have been processed. */
  static H2Step internalError() {
    return stream -> stream.reset(H2Stream.INTERNAL_ERROR);
  }

  /** GOAWAY with a last stream id below this one: nothing was processed. */
  static H2Step goAwayBefore() {
    return H2Stream::goAwayBefore;
  }

  /** GOAWAY that covers this stream, then FIN without an answer: it may have been processed. */
  static H2Step goAwayUnanswered() {
    return stream -> {
      stream.goAwayAfter();
      stream.finishConnectionOnceRead();
    };
  }

  /** The same after that time, by which a client has handed out the head that was sent before. */
  static H2Step late(long millis, H2Step then) {
    return stream -> {
      try {
        TimeUnit.MILLISECONDS.sleep(millis);
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
      then.play(stream);
    };
  }

  /** The same once the test says so. */
  static H2Step after(CountDownLatch signal, H2Step then) {
    return stream -> {
      try {
        signal.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
      then.play(stream);
    };
  }

  /** The connection is lost. */
  static H2Step lose() {
    return H2Stream::resetConnection;
  }

  /** The connection ends without a word. */
  static H2Step finish() {
    return H2Stream::finishConnection;
  }
}
