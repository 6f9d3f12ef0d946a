package io.redial.subjects.soak;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import io.redial.subjects.load.LoadResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Says what the process holds before and after a soak, and what came of its calls. The arguments
 * are the class name of a {@link LoadClient.Maker}, a mode, the number of threads, the seeds, the
 * addresses of the servers, for how many seconds at most it waits until the process holds no more
 * than before, and then, of each round, milliseconds and the name of the fault that every attempt
 * is to meet; with an empty name it is drawn.
 */
public final class SoakMain {
  /** The agent's threads end by themselves when they had nothing to do for ten seconds. */
  private static final long AGENT_SECONDS = 30;

  /** One of them looks at the options now and then, one keeps time. */
  private static final int SPARE_AGENTS = 2;

  private static final int GATHERINGS = 3;
  private static final int GATHER_MILLIS = 3000;

  private final LoadClient client;
  private final int threads;
  private final Targets targets;
  private final int settleSeconds;

  private SoakMain(LoadClient client, int threads, Targets targets, int settleSeconds) {
    this.client = client;
    this.threads = threads;
    this.targets = targets;
    this.settleSeconds = settleSeconds;
  }

  /** Makes the calls. */
  public static void main(String[] args) throws Exception {
    LoadClient.Maker maker =
        Class.forName(args[0])
            .asSubclass(LoadClient.Maker.class)
            .getDeclaredConstructor()
            .newInstance();
    int threads = Integer.parseInt(args[2]);
    LoadClient client = maker.open(args[1], threads);
    new SoakMain(client, threads, new Targets(args[4]), Integer.parseInt(args[5]))
        .run(Draw.seeds(args[3]), Arrays.asList(args).subList(6, args.length));
    System.exit(0);
  }

  private void run(long[] seeds, List<String> rounds) throws Exception {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    timer.submit(() -> {}).get();
    // Its outcomes do not count: how long the first calls take is up to the machine, which loads
    // and
    // compiles classes. What the server sees of them does.
    Soak warmUp = new Soak(client, targets, seeds, timer, 0);
    warmUp.run(threads, Long.parseLong(rounds.get(0)) / 10 + 300, rounds.get(1));
    Soak soak = new Soak(client, targets, seeds, timer, warmUp.made());
    fillPools();
    mark("before");
    String before = State.now();
    long began = System.nanoTime();
    for (int i = 0; i < rounds.size(); i += 2) {
      soak.run(threads, Long.parseLong(rounds.get(i)), rounds.get(i + 1));
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    fillPools();
    String after = settled(before);
    mark("after");
    System.out.println("before\t" + before);
    System.out.println("after\t" + after + " calls=" + soak.outcomes().calls() + " ms=" + millis);
    soak.outcomes().print();
    client.close();
  }

  private void mark(String name) throws Exception {
    get(targets.quiet() + "/a/mark/" + name + "?down=1");
  }

  /** As many calls at once as there are threads, to each server: so that all pools are as full. */
  private void fillPools() throws Exception {
    for (String url : targets.all()) {
      for (int i = 0; i < GATHERINGS; i++) {
        gather(url + "/a/gather/" + System.nanoTime() + "?n=" + threads + "&down=1");
      }
    }
  }

  /** What the server broke before may show only now, and must not hold us up. */
  private void gather(String url) throws InterruptedException {
    List<LoadCall> calls = new ArrayList<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      LoadCall call = client.call(LoadRequest.get(url).within(GATHER_MILLIS));
      Thread caller =
          new Thread(
              () -> {
                try {
                  call.run();
                } catch (Exception stale) {
                  // What counts is how many connections there are now.
                }
              });
      caller.setDaemon(true);
      caller.start();
      calls.add(call);
      callers.add(caller);
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * GATHER_MILLIS);
    for (int i = 0; i < threads; i++) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      callers.get(i).join(Math.max(1, left));
      calls.get(i).cancel();
    }
  }

  private void get(String url) throws Exception {
    LoadResponse response = client.call(LoadRequest.get(url)).run();
    if (response.status() != 200) {
      throw new IllegalStateException(url + ": " + response);
    }
  }

  /** As soon as it is no more than before, or when it will not be. */
  private String settled(String before) {
    if (settleSeconds == 0) {
      return State.now();
    }
    long began = System.nanoTime();
    String now = State.now();
    while (!isLike(before, now) && System.nanoTime() - began < patience(before, now)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
      now = State.now();
    }
    if (!isLike(before, now)) {
      System.err.println("not as before: " + before + " / " + now + " " + State.threads());
    }
    return now;
  }

  private long patience(String before, String now) {
    long seconds = isAgentLike(before, now) ? settleSeconds : AGENT_SECONDS;
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  private static boolean isLike(String before, String now) {
    return State.number(now, "threads") <= State.number(before, "threads")
        && State.number(now, "descriptors") <= State.number(before, "descriptors")
        && isAgentLike(before, now);
  }

  private static boolean isAgentLike(String before, String now) {
    return State.number(now, "agents") <= State.number(before, "agents") + SPARE_AGENTS
        && State.number(now, "waiting") == 0
        && State.number(now, "replay") == 0;
  }
}
