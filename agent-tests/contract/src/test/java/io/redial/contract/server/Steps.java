package io.redial.contract.server;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What can go wrong with an attempt, besides an {@link Answer} that nobody likes. */
public final class Steps {
  private static final int PIECE = 4096;

  private Steps() {}

  /** Takes the request whole and resets the connection. */
  public static Step reset() {
    return exchange -> {
      exchange.readBody();
      exchange.reset();
      return false;
    };
  }

  /** Resets the connection when only so much of the request's body has come. */
  public static Step resetAfter(long bytes) {
    return exchange -> {
      exchange.readBody(bytes);
      exchange.reset();
      return false;
    };
  }

  /** Takes the request whole and closes the connection. */
  public static Step finish() {
    return exchange -> {
      exchange.readBody();
      exchange.finish();
      return false;
    };
  }

  /** Takes the request whole and is killed: TLS is not told of the end. */
  public static Step cut() {
    return exchange -> {
      exchange.readBody();
      exchange.cut();
      return false;
    };
  }

  /** Closes the connection within the response's head. */
  public static Step halfHead() {
    return exchange -> {
      exchange.readBody();
      exchange.write("HTTP/1.1 200 Scripted\r\nContent-Le");
      exchange.finish();
      return false;
    };
  }

  /** Sends a head with that framing and, when it was read, only the end of the connection. */
  public static Step headOnly(Answer answer, String framing, Download.End how) {
    return exchange -> {
      exchange.readBody();
      exchange.write(answer.head(framing));
      TimeUnit.MILLISECONDS.sleep(300); // Otherwise, the end can come before the head is seen.
      if (how == Download.End.FIN) {
        exchange.finish();
      } else {
        exchange.reset();
      }
      return false;
    };
  }

  /** Sends a complete response as it is. */
  public static Step text(String text) {
    return exchange -> {
      exchange.readBody();
      exchange.write(text);
      return true;
    };
  }

  /** Sends the head and the first half of the body, then closes the connection. */
  public static Step halfBody(Answer answer) {
    return exchange -> {
      half(answer, exchange);
      exchange.finish();
      return false;
    };
  }

  /** Sends the head and the first half of the body, and then nothing more. */
  public static Step stalled(Answer answer) {
    return exchange -> {
      half(answer, exchange);
      exchange.awaitEnd();
      return false;
    };
  }

  private static void half(Answer answer, Exchange exchange) throws IOException {
    exchange.readBody();
    byte[] body = answer.body();
    exchange.write(answer.head("Content-Length: " + body.length));
    exchange.write(Arrays.copyOf(body, body.length / 2));
  }

  /** Takes only so much of the request's body until the test says so, and then the rest. */
  public static Step pausing(long bytes, CountDownLatch taken, CountDownLatch goOn) {
    return exchange -> {
      exchange.readBody(bytes);
      taken.countDown();
      goOn.await();
      exchange.readBody();
      return Answer.ok("took it all").play(exchange);
    };
  }

  /** Sends the head and then a body without end, until the client drops the connection. */
  public static Step endless(Answer answer) {
    return exchange -> {
      exchange.readBody();
      exchange.write(answer.head("X-Body: endless"));
      byte[] piece = new byte[PIECE];
      Arrays.fill(piece, (byte) '.');
      try {
        while (true) {
          exchange.write(piece);
        }
      } catch (IOException dropped) {
        return false;
      }
    };
  }

  /** Sends the body in so many pieces, each only after the given time. */
  public static Step drip(Answer answer, int pieces, long millisBetween) {
    return exchange -> {
      exchange.readBody();
      byte[] body = answer.body();
      exchange.write(answer.head("Content-Length: " + body.length));
      int size = body.length / pieces + 1;
      for (int from = 0; from < body.length; from += size) {
        TimeUnit.MILLISECONDS.sleep(millisBetween);
        exchange.write(Arrays.copyOfRange(body, from, Math.min(from + size, body.length)));
      }
      return true;
    };
  }

  /** Answers when only so much of the request's body has come, reads on, and closes. */
  public static Step early(long bytes, Answer answer) {
    return exchange -> {
      exchange.readBody(bytes);
      answer.header("Connection", "close").send(exchange);
      exchange.finish();
      return false;
    };
  }

  /** Sends the head when only so much of the request's body has come, the rest after all of it. */
  public static Step headFirst(long bytes, Answer answer) {
    return exchange -> {
      exchange.readBody(bytes);
      exchange.write(answer.head("Content-Length: " + answer.body().length));
      TimeUnit.MILLISECONDS.sleep(300);
      exchange.readBody();
      exchange.write(answer.body());
      return true;
    };
  }

  /** Answers once the test says so. */
  public static Step after(CountDownLatch signal, Step then) {
    return exchange -> {
      exchange.readBody();
      signal.await();
      return then.play(exchange);
    };
  }

  /** Takes the request whole, and goes on only after the given time. */
  public static Step late(long millis, Step then) {
    return exchange -> {
      exchange.readBody();
      TimeUnit.MILLISECONDS.sleep(millis);
      return then.play(exchange);
    };
  }

  /**
   * Takes the request whole, and goes on when the next attempt has arrived. If none comes, because
   * the client waits, that is after the given time.
   */
  public static Step overtaken(long patienceMillis, Step then) {
    return exchange -> {
      exchange.readBody();
      exchange.awaitNext(patienceMillis);
      return then.play(exchange);
    };
  }

  /** Never answers. */
  public static Step hang() {
    return exchange -> {
      exchange.readBody();
      exchange.awaitEnd();
      return false;
    };
  }

  /** Answers as if the connection were to stay, and closes it at once. */
  public static Step answerAndClose(Answer answer) {
    return exchange -> {
      answer.play(exchange);
      exchange.finish();
      return false;
    };
  }
}
