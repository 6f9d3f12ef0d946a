package io.redial.policy.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.FakeCall;
import io.redial.policy.Fields;
import io.redial.policy.ManualClock;
import io.redial.policy.Resume;
import io.redial.policy.stream.StreamPlan.Next;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * The reader of a watch that goes on, which asks a model of an API server for the rest as the
 * clients do. Time passes only while it waits.
 */
final class WatchReader {
  /** What becomes of an answer after its bytes. */
  enum Ending {
    END,
    CUT,
    OPEN
  }

  /** One answer of the server's. */
  record Source(int status, String body, Ending then) {
    static Source ending(String... lines) {
      return new Source(200, String.join("", lines), Ending.END);
    }

    static Source cut(String... lines) {
      return new Source(200, String.join("", lines), Ending.CUT);
    }

    /** The test is over when it has brought that. */
    static Source open(String... lines) {
      return new Source(200, String.join("", lines), Ending.OPEN);
    }

    static Source answering(int status, String body) {
      return new Source(status, body, Ending.END);
    }

    Source isCut() {
      return new Source(status, body, Ending.CUT);
    }

    private Fields headers() {
      return new Fields()
          .add("Content-Type", "application/json")
          .add("Transfer-Encoding", "chunked");
    }
  }

  private static final int MAX_REQUESTS = 200;

  final ManualClock clock = new ManualClock();
  final StreamPlan plan;

  /** Where it asked for the rest, one request after the other. */
  final List<String> asked = new ArrayList<>();

  /** How long it waited before each of them. */
  final List<Duration> waits = new ArrayList<>();

  private final String target;
  private final StringBuilder got = new StringBuilder();
  private IntUnaryOperator pieces = left -> left;
  private int mostFailures = 3;
  private boolean isOpen;

  WatchReader(String target) {
    this.target = target;
    FakeCall call = new FakeCall("GET");
    call.query = StreamPlans.query(target);
    this.plan =
        StreamPlans.of(
            EnumSet.allOf(Resume.class),
            call,
            200,
            Source.ending().headers(),
            StreamPlan.AS_SENT,
            clock);
    assertThat(plan).as(target).isInstanceOf(WatchStream.class);
  }

  /** The bytes come in pieces of that length, out of what is left of them. */
  WatchReader pieces(IntUnaryOperator length) {
    pieces = length;
    return this;
  }

  /** It gives up after so many requests in a row that brought no event. */
  WatchReader mostFailures(int count) {
    mostFailures = count;
    return this;
  }

  /**
   * Reads the watch to its end.
   *
   * @param server answers a target; null if it cannot be reached
   * @return whether it ended in order
   */
  boolean reads(Source first, Function<String, Source> server) {
    Source source = first;
    int failures = 0;
    while (source != null && hasToGoOn(source)) {
      failures = plan.hasProgressed() ? 0 : failures;
      source = null;
      while (source == null && failures < mostFailures) {
        failures++;
        Source answer = ask(server);
        if (answer != null) {
          if (plan.judge(answer.status(), answer.headers(), StreamPlan.AS_SENT)
              == ResumeVerdict.REFUSED) {
            break;
          }
          source = answer;
        }
      }
    }
    if (!isOpen) {
      add(plan.remainder());
    }
    return plan.endsInOrder();
  }

  private Source ask(Function<String, Source> server) {
    Duration wait = Duration.ofNanos(plan.leastWaitNanos());
    waits.add(wait);
    clock.advance(wait);
    plan.sent();
    String to = plan.target(target);
    asked.add(to);
    assertThat(asked).as("a watch that never ends").hasSizeLessThan(MAX_REQUESTS);
    return server.apply(to);
  }

  private boolean hasToGoOn(Source source) {
    ByteBuffer body = StandardCharsets.ISO_8859_1.encode(source.body());
    while (body.hasRemaining()) {
      int length = Math.max(1, Math.min(body.remaining(), pieces.applyAsInt(body.remaining())));
      ByteBuffer piece = body.duplicate();
      piece.limit(body.position() + length);
      body.position(piece.limit());
      add(plan.take(piece));
      assertThat(piece.hasRemaining() && plan.next() == Next.READ).as("bytes left").isFalse();
      if (plan.next() == Next.RESTART) {
        return plan.resumesAfterEnd();
      }
      assertThat(plan.next()).isEqualTo(Next.READ);
    }
    isOpen = source.then() == Ending.OPEN;
    return !isOpen
        && (source.then() == Ending.CUT ? plan.resumesAfterCut() : plan.resumesAfterEnd());
  }

  private void add(ByteBuffer bytes) {
    got.append(StandardCharsets.ISO_8859_1.decode(bytes));
  }

  /** What the application got. */
  String got() {
    return got.toString();
  }

  /** The same in lines. */
  List<String> lines() {
    return got().lines().toList();
  }

  /** A line with an event. */
  static String event(String type, Object version) {
    return "{\"type\":\""
        + type
        + "\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\""
        + version
        + "\"}}}\n";
  }

  static String added(Object version) {
    return event("ADDED", version);
  }

  static String bookmark(Object version) {
    return event("BOOKMARK", version);
  }

  /** A line with an error. */
  static String error(int code) {
    return "{\"type\":\"ERROR\",\"object\":" + status(code, "") + "}\n";
  }

  /** A line with an error, after which the watch is not to be begun for a while. */
  static String error(int code, long retryAfterSeconds) {
    String details = ",\"details\":{\"retryAfterSeconds\":" + retryAfterSeconds + "}";
    return "{\"type\":\"ERROR\",\"object\":" + status(code, details) + "}\n";
  }

  static String status(int code, String more) {
    return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":" + code + more + "}";
  }
}
