package io.redial.subjects.fuzz;

import io.redial.subjects.load.server.LoadServer;
import io.redial.subjects.load.server.RequestHandler;
import io.redial.subjects.load.server.Served;
import io.redial.subjects.soak.Draw;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A stream that breaks off, the model of its server, and what the reader may see of it. */
final class StreamScenario implements RequestHandler, Scenario {
  /** More dependents than these, the program's own included, are some for each interruption. */
  private static final int MOST_DEPENDENTS = 3;

  private static final int MOST_CUTS = 5;

  /** A wait of these scenarios takes twenty seconds, so that a cancellation ends it or does not. */
  private static final long PROMPT_SECONDS = 10;

  private final StreamClient client;
  private final Traits traits;
  private final ScheduledExecutorService timer;
  private final boolean range;
  private final boolean slow;
  private final boolean firstByte;
  private final int cancelMicros;
  private final Source source;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private final SplittableRandom random;
  private int next;
  private int redirects;
  private int answering;
  private Source.Due due = Source.Due.OPEN;
  private boolean over;
  private volatile LoadServer server;
  private volatile StreamClient.Call call;
  private volatile boolean cancelled;
  private volatile boolean cancelShows;
  private volatile long cancelledAt;
  private volatile Future<?> cancelling;

  StreamScenario(
      long seed, long number, StreamClient client, Traits traits, ScheduledExecutorService timer) {
    this.client = client;
    this.traits = traits;
    this.timer = timer;
    random = Draw.of(new long[] {seed}, number);
    int kind = random.nextInt(5);
    range = kind < 3;
    int lot = random.nextInt(10);
    slow = lot == 0;
    // After the first cut, or at any time.
    cancelMicros = lot < 2 ? random.nextInt(random.nextBoolean() ? 1000 : 60_000) : -1;
    firstByte = random.nextInt(3) == 0;
    String folder =
        "/"
            + (range ? "range" : kind == 3 ? "sse" : "watch")
            + (firstByte ? "-first" : "")
            + (slow ? "-slow/" : "/");
    source =
        range
            ? new RangeSource(folder, traits.redirects, random)
            : kind == 3
                ? new EventSource(folder, firstByte, slow, random)
                : new WatchSource(folder, slow, random);
    draw();
  }

  private void draw() {
    int cuts = slow ? 1 : random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(MOST_CUTS);
    for (int i = 0; i < cuts; i++) {
      if (i > 0 && random.nextInt(6) == 0) {
        steps.add(new Step(Step.Kind.HONEST, Wire.lost(random)));
      }
      Step.Kind kind = source.between(random);
      if (slow ? kind != Step.Kind.ERROR_EVENT : i == 0) {
        kind = Step.Kind.HONEST;
      }
      boolean whole =
          kind == Step.Kind.BUSY
              || (kind == Step.Kind.ERROR_EVENT && (slow || random.nextBoolean()))
              || (kind == Step.Kind.SHORT && random.nextBoolean());
      steps.add(new Step(kind, whole ? Wire.whole(random) : broken(i == 0)));
    }
    steps.add(new Step(source.last(random), Wire.whole(random)));
  }

  private Wire broken(boolean first) {
    return first && firstByte && random.nextBoolean()
        ? Wire.early(random, traits.showsRefusals)
        : Wire.broken(random, traits.showsRefusals);
  }

  @Override
  public void run() throws Exception {
    try (LoadServer listening = new LoadServer(this, null)) {
      server = listening;
      Reading reading = new Reading(listening.url() + source.target(), random.split());
      call = client.call(reading);
      if (!slow && cancelMicros >= 0) {
        cancelLater();
      }
      Throwable thrown = null;
      try {
        call.run();
      } catch (Throwable ended) {
        thrown = ended;
      }
      long ended = System.nanoTime();
      if (cancelling != null) {
        cancelling.cancel(false);
      }
      Thread.interrupted();
      judge(reading, thrown, ended);
    }
  }

  private void cancelLater() {
    cancelling =
        timer.schedule(
            () -> {
              cancelledAt = System.nanoTime();
              cancelled = true;
              cancelShows = call.cancel();
            },
            cancelMicros,
            TimeUnit.MICROSECONDS);
  }

  private synchronized void judge(Reading reading, Throwable thrown, long ended)
      throws InterruptedException {
    over = true;
    awaitAnswers();
    boolean clean = thrown == null;
    String said = reading + ": " + (clean ? "ended in order" : Throwables.line(thrown));
    boolean seemsWhole = seemsWhole();
    String fault =
        source.fault(
            reading.arrived(),
            clean,
            traits.resumes && !cancelled && !seemsWhole,
            seemsWhole ? Source.Due.ANY : due);
    if (fault != null && !(cancelled && source.isUnfiltered(reading.arrived()))) {
      faults.add(fault);
    }
    if (cancelled) {
      if (ended - cancelledAt > TimeUnit.SECONDS.toNanos(PROMPT_SECONDS)) {
        faults.add(
            "ended "
                + TimeUnit.NANOSECONDS.toMillis(ended - cancelledAt)
                + " ms after it was cancelled");
      } else if (cancelShows && clean && due == Source.Due.OPEN && !seemsWhole) {
        faults.add("ended in order though it was cancelled");
      }
    } else if (seemsWhole) {
      // In order or not: the bytes alone are judged.
    } else if (clean && due == Source.Due.ERROR) {
      faults.add("ended in order though the rest could not be had");
    } else if (clean && due == Source.Due.OPEN) {
      faults.add("ended in order after a cut");
    } else if (!clean && isToGoOn(reading) && !hasLostHead(reading)) {
      faults.add("failed though the server gave all");
    }
    if (!clean && !cancelled && Throwables.isOdd(thrown)) {
      faults.add("odd exception");
    }
    if (!faults.isEmpty()) {
      faults.add(said);
    }
  }

  /** The reader may be faster than the server's thread. */
  private void awaitAnswers() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PROMPT_SECONDS);
    while (answering > 0 && System.nanoTime() < end) {
      wait(100);
    }
  }

  private boolean hasLostHead(Reading reading) {
    return traits.losesHeads
        && next > 0
        && steps.get(next - 1).wire.isCutAfterHead()
        && reading.arrived().length == 0;
  }

  /**
   * To such a client the cut is the end of the body: nothing is resumed, or it surrenders, perhaps
   * after it was refused the rest.
   */
  private boolean seemsWhole() {
    int last = next - 1;
    while (last > 0 && steps.get(last).kind.isRefusal()) {
      last--;
    }
    return traits.missesCuts && last >= 0 && steps.get(last).wire.isEndedBetweenChunks();
  }

  private boolean isToGoOn(Reading reading) {
    if (due == Source.Due.WHOLE) {
      return true;
    }
    return due == Source.Due.OPEN
        && next > 0
        && traits.resumes
        && source.couldGoOn(reading.arrived());
  }

  @Override
  public synchronized String faultOrNull() {
    return faults.isEmpty()
        ? null
        : String.join("; ", faults) + "; " + source + "; " + steps + "; " + requests;
  }

  @Override
  public void cancel() {
    StreamClient.Call running = call;
    if (running != null) {
      running.cancel();
    }
  }

  @Override
  public void handle(Served request) throws IOException {
    Step step;
    int number;
    int redirect = -1;
    synchronized (this) {
      requests.add(place(request));
      if (RangeSource.isRedirect(request)) {
        redirect = redirects++;
        step = steps.get(Math.min(next, steps.size() - 1));
      } else {
        step = take(request);
        answering += step == null ? 0 : 1;
      }
      number = next;
      StreamClient.Call running = call;
      int dependents = running == null ? 0 : running.dependents();
      if (dependents > MOST_DEPENDENTS) {
        faults.add(dependents + " dependents of the future at request " + requests.size());
      }
    }
    if (redirect >= 0) {
      ((RangeSource) source)
          .redirect(
              request, step, Wire.whole(new SplittableRandom(redirect)), redirect, server.url());
      return;
    }
    if (step == null) {
      throw new IOException("one request too many");
    }
    // So it is, too, if the client leaves in the midst of it.
    Source.Due then =
        !step.wire.isWhole()
            ? Source.Due.OPEN
            : step.kind.isWrong() ? source.refused() : Source.Due.ANY;
    try {
      then = source.answer(request, step);
    } finally {
      synchronized (this) {
        if (number == next) { // Otherwise there is a later one that counts.
          due = then == Source.Due.OPEN && step.wire.isRefusal(request) ? Source.Due.ANY : then;
        }
        answering--;
        notifyAll();
      }
    }
    step.wire.end(request);
    if (slow && then == Source.Due.OPEN && !cancelled) {
      cancelLater();
    }
  }

  /** The next step, or the whole where the client begins anew. */
  private Step take(Served request) {
    if (over || next >= steps.size()) {
      if (!cancelled && !over) {
        faults.add("one request too many: " + place(request));
      }
      return null;
    }
    Step step = steps.get(next++);
    return source.asksForTheRest(request) ? step : new Step(Step.Kind.HONEST, step.wire);
  }

  private static String place(Served request) {
    for (String header : Arrays.asList("Range", "Last-Event-ID")) {
      if (request.header(header) != null) {
        return request.header(header);
      }
    }
    return request.target();
  }
}
