package io.redial.subjects.fuzz;

import io.redial.subjects.load.BodyPattern;
import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import io.redial.subjects.load.LoadResponse;
import io.redial.subjects.load.server.LoadServer;
import io.redial.subjects.load.server.RequestHandler;
import io.redial.subjects.load.server.Served;
import io.redial.subjects.soak.Draw;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A body that is sent until the server takes it, and what each of its attempts must bring. */
final class UploadScenario implements RequestHandler, Scenario {
  /** How much of a body is kept, by the options that this is run with. */
  private static final int REPLAYED = 64 * 1024;

  private static final int[] SIZES = {
    0, 1, 200, 5000, 16_384, REPLAYED - 1, REPLAYED, REPLAYED + 1, 2 * REPLAYED, 300_000
  };
  private static final int INTERNAL_ERROR = 2;
  private static final int DOWN = 100;
  private static final int PLACES = 251;
  private static final int MOST_LOSSES = 4;
  private static final int RACE_MICROS = 300;
  private static final long PROMPT_SECONDS = 10;

  /** What the server does with a request. */
  private enum Act {
    TAKE,
    BUSY,
    /** The answer comes before the body was read. */
    EARLY_BUSY,
    /** Likewise, and points to the same place once more. */
    MOVED,
    LOST_AT_THE_HEAD,
    LOST_WITHIN,
    LOST_AFTER
  }

  private final LoadClient client;
  private final Traits traits;
  private final ScheduledExecutorService timer;
  private final boolean idempotent;
  private final int up;
  private final int start;
  private final boolean streamed;
  private final boolean trickles;
  private final int cancelMicros;
  private final List<Act> acts = new ArrayList<>();
  private final SplittableRandom random;
  private final List<String> faults = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private int next;
  private boolean taken;
  private boolean never;
  private volatile LoadCall call;
  private volatile long cancelledAt;
  private volatile Future<?> cancelling;

  UploadScenario(
      long seed, long number, LoadClient client, Traits traits, ScheduledExecutorService timer) {
    this.client = client;
    this.traits = traits;
    this.timer = timer;
    random = Draw.of(new long[] {seed}, number);
    idempotent = random.nextInt(5) < 3;
    int size = SIZES[random.nextInt(SIZES.length)];
    up = random.nextInt(4) == 0 ? random.nextInt(size + 1) : size;
    start = random.nextInt(PLACES);
    streamed = random.nextInt(3) > 0;
    trickles = streamed && random.nextBoolean();
    cancelMicros = random.nextInt(10) == 0 ? random.nextInt(20_000) : -1;
    int losses = random.nextInt(MOST_LOSSES + 1);
    for (int i = 0; i < losses; i++) {
      Act[] all = Act.values();
      Act act = all[1 + random.nextInt(all.length - 1)];
      // HttpClient 5's asynchronous client hangs when a body that can be had once is redirected.
      acts.add(act == Act.MOVED && !traits.repeats ? Act.BUSY : act);
    }
    acts.add(Act.TAKE);
  }

  @Override
  public void run() throws Exception {
    try (LoadServer server = new LoadServer(this, null)) {
      String url = server.url() + "/upload/body/1";
      LoadRequest request =
          LoadRequest.of(idempotent ? "PUT" : "POST", url, up).startingAt(start).streamingDown();
      if (trickles) {
        request = request.trickling();
      } else if (streamed) {
        request = request.streamingUp();
      }
      call = client.call(request);
      if (cancelMicros >= 0) {
        cancelling =
            timer.schedule(
                () -> {
                  cancelledAt = System.nanoTime();
                  call.cancel();
                },
                cancelMicros,
                TimeUnit.MICROSECONDS);
      }
      Object outcome;
      try {
        outcome = call.run();
      } catch (Exception thrown) {
        outcome = thrown;
      }
      long ended = System.nanoTime();
      if (cancelling != null) {
        cancelling.cancel(false);
      }
      Thread.interrupted();
      judge(outcome, ended);
    }
  }

  private synchronized void judge(Object outcome, long ended) {
    boolean good = outcome instanceof LoadResponse && ((LoadResponse) outcome).isGood(DOWN);
    if (good && !taken) {
      faults.add("succeeded though no body was taken");
    }
    if (cancelledAt != 0) {
      // A cancellation may come before there is anything to cancel.
      if (!good && ended - cancelledAt > TimeUnit.SECONDS.toNanos(PROMPT_SECONDS)) {
        faults.add(
            "ended "
                + TimeUnit.NANOSECONDS.toMillis(ended - cancelledAt)
                + " ms after it was cancelled");
      }
    } else if (!good && isToSucceed()) {
      faults.add("failed though it could be sent again");
    }
    if (!faults.isEmpty()) {
      faults.add(
          outcome instanceof Throwable
              ? Throwables.line((Throwable) outcome)
              : String.valueOf(outcome));
    }
  }

  /** Whether the rules leave no choice. */
  private boolean isToSucceed() {
    for (Act act : acts.subList(0, next)) {
      boolean lost = act == Act.EARLY_BUSY || act.compareTo(Act.LOST_AT_THE_HEAD) >= 0;
      if (act == Act.MOVED || (lost && !idempotent)) {
        return false;
      }
    }
    return (!streamed && traits.repeats) || up <= REPLAYED;
  }

  @Override
  public void handle(Served request) throws IOException {
    Act act;
    synchronized (this) {
      if (never) {
        faults.add("sent once more after it was sent as a whole and lost");
      }
      act = next < acts.size() ? acts.get(next) : Act.TAKE;
      next = Math.min(next + 1, acts.size());
      requests.add(request.method());
    }
    switch (act) {
      case TAKE:
        take(request);
        synchronized (this) {
          taken = true;
        }
        respond(request, 200, DOWN);
        break;
      case BUSY:
        take(request);
        respond(request, 503, 20, "Retry-After", "0");
        break;
      case EARLY_BUSY:
        early(request, 503, "Retry-After", "0");
        break;
      case MOVED:
        early(request, 307, "Location", "/upload/body/1?again=1");
        break;
      case LOST_AT_THE_HEAD:
        lose(request);
        break;
      case LOST_WITHIN:
        part(request);
        lose(request);
        break;
      default:
        take(request);
        synchronized (this) {
          never = !idempotent;
        }
        lose(request);
    }
  }

  /** A body that ends in order is complete, and is what it was to be. */
  private void take(Served request) throws IOException {
    BodyPattern.Check check = new BodyPattern.Check(start);
    check.read(request.body(), Long.MAX_VALUE);
    if (!check.is(up)) {
      complain("took " + check + " instead of " + up);
    }
  }

  private void part(Served request) throws IOException {
    BodyPattern.Check check = new BodyPattern.Check(start);
    check.read(request.body(), random(up + 1));
    if (!check.isIntact()) {
      complain("began with " + check);
    }
  }

  private void early(Served request, int status, String... header) throws IOException {
    if (random(2) == 0) {
      part(request);
    }
    if (request.frames() == null) {
      OutputStream out = request.raw();
      String head =
          "HTTP/1.1 "
              + status
              + " Said\r\nContent-Length: 0\r\nConnection: close\r\n"
              + header[0]
              + ": "
              + header[1]
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      request.connection().finish();
    } else {
      respond(request, status, 0, header);
      // Otherwise java.net.http waits for ever for room to send the rest, with and without Redial.
      new BodyPattern.Check().read(request.body(), Long.MAX_VALUE);
    }
  }

  private void respond(Served request, int status, int length, String... headers)
      throws IOException {
    try (OutputStream out = request.answer(status, length, headers)) {
      BodyPattern.write(out, start, start + length);
    }
  }

  private void lose(Served request) throws IOException {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random(RACE_MICROS)));
    if (random(2) == 0) {
      request.connection().cut();
    } else if (request.frames() != null && random(2) == 0) {
      request.frames().reset(INTERNAL_ERROR);
    } else {
      request.connection().reset();
    }
  }

  private synchronized int random(int bound) {
    return random.nextInt(bound);
  }

  private synchronized void complain(String what) {
    faults.add(what);
  }

  @Override
  public synchronized String faultOrNull() {
    return faults.isEmpty()
        ? null
        : String.join("; ", faults)
            + "; "
            + up
            + " bytes"
            + (trickles ? " by and by" : streamed ? " from a stream" : "")
            + "; "
            + acts
            + "; "
            + requests;
  }

  @Override
  public void cancel() {
    LoadCall running = call;
    if (running != null) {
      running.cancel();
    }
  }
}
