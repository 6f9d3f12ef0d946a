package io.redial.subjects.fuzz;

import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.Usage;
import io.redial.subjects.soak.State;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Plays scenarios with several clients at once and prints a line for each that did not go as its
 * model allows, and for each in which a client hung that hangs by itself now and then. The
 * arguments are a seed, how many scenarios each client plays, for how many minutes at most (0: as
 * long as it takes), how many are played at once, the number of the first, and for each client its
 * label, the class names of its {@link StreamClient.Maker} and {@link LoadClient.Maker}, a mode,
 * and its {@link Traits}, joined by bars.
 */
public final class FuzzMain {
  private static final int CONNECTIONS = 64;

  /** The pools of some clients keep what belongs to servers that are gone: after so many, anew. */
  private static final int SERVERS = 200;

  /** No deadline is longer than thirty seconds; the rest is for machines that have other work. */
  private static final long HANGS = TimeUnit.SECONDS.toNanos(45);

  private static final long STUCK = TimeUnit.SECONDS.toNanos(55);
  private static final long SETTLES = TimeUnit.SECONDS.toNanos(8);
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(5);

  private final long seed;
  private final ScheduledExecutorService timer;
  private final Map<String, int[]> played = new LinkedHashMap<>();
  private final List<Player> players = new ArrayList<>();

  private FuzzMain(long seed, ScheduledExecutorService timer) {
    this.seed = seed;
    this.timer = timer;
  }

  /** Plays. */
  public static void main(String[] args) throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1);
    FuzzMain main = new FuzzMain(Long.parseLong(args[0]), timer);
    main.open(Arrays.asList(args).subList(5, args.length));
    main.play(
        Long.parseLong(args[4]),
        Integer.parseInt(args[1]),
        TimeUnit.SECONDS.toNanos((long) (60 * Double.parseDouble(args[2]))),
        Integer.parseInt(args[3]));
    main.end();
    timer.shutdownNow();
    System.out.println("left\t" + Usage.left(withSelectors(before)));
    System.exit(0);
  }

  /** Before 21 a client of java.net.http cannot be closed, and its thread ends when it likes. */
  private static Set<Thread> withSelectors(Set<Thread> threads) {
    Set<Thread> all = new HashSet<>(threads);
    if (System.getProperty("java.specification.version").matches("1\\.8|11|17")) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().matches("HttpClient-[0-9]+-SelectorManager")) {
          all.add(thread);
        }
      }
    }
    return all;
  }

  /** A client and its label. */
  private static final class Subject {
    /** Of so many scenarios one is an upload. */
    private static final int UPLOADS = 3;

    final String label;
    private final String[] parts;
    private final Traits traits;
    private StreamClient client;
    private LoadClient uploading;

    Subject(String argument) throws ReflectiveOperationException {
      parts = argument.split("\\|", -1);
      label = parts[0];
      traits = new Traits(parts[4]);
      open();
    }

    void open() throws ReflectiveOperationException {
      client =
          Class.forName(parts[1])
              .asSubclass(StreamClient.Maker.class)
              .getDeclaredConstructor()
              .newInstance()
              .open(parts[3], CONNECTIONS);
      uploading =
          Class.forName(parts[2])
              .asSubclass(LoadClient.Maker.class)
              .getDeclaredConstructor()
              .newInstance()
              .open(parts[3], CONNECTIONS);
    }

    Scenario scenario(long seed, long number, ScheduledExecutorService timer) {
      return number % UPLOADS == 0
          ? new UploadScenario(seed, number, uploading, traits, timer)
          : new StreamScenario(seed, number, client, traits, timer);
    }

    void close() throws IOException {
      client.close();
      uploading.close();
    }
  }

  private final List<Subject> subjects = new ArrayList<>();

  private void open(List<String> arguments) throws ReflectiveOperationException {
    for (String argument : arguments) {
      Subject subject = new Subject(argument);
      subjects.add(subject);
      played.put(subject.label, new int[2]);
    }
  }

  /** A thread with one scenario. */
  private final class Player extends Thread {
    final Subject subject;
    final long number;
    final Scenario scenario;
    volatile long began;
    boolean hung;

    Player(Subject subject, long number) {
      super("player");
      this.subject = subject;
      this.number = number;
      scenario = subject.scenario(seed, number, timer);
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        scenario.run();
      } catch (Exception e) {
        report(this, "not played: " + Throwables.line(e));
      }
    }
  }

  private void play(long first, int count, long nanos, int atOnce) throws Exception {
    long began = System.nanoTime();
    Queue<Player> due = new ArrayDeque<>();
    long number = first;
    boolean more = true;
    while (more || !players.isEmpty()) {
      if (due.isEmpty() && more) {
        if (number > first && (number - first) % SERVERS == 0) {
          reopen();
        }
        more = nanos > 0 ? System.nanoTime() - began < nanos : number < first + count;
        for (Subject subject : more ? subjects : new ArrayList<Subject>()) {
          due.add(new Player(subject, number));
        }
        number++;
      }
      while (!due.isEmpty() && players.size() < atOnce) {
        Player player = due.remove();
        players.add(player);
        player.began = System.nanoTime();
        player.start();
      }
      LockSupport.parkNanos(TICK);
      players.removeIf(this::isOver);
    }
  }

  private void reopen() throws Exception {
    while (!players.isEmpty()) {
      LockSupport.parkNanos(TICK);
      players.removeIf(this::isOver);
    }
    for (Subject subject : subjects) {
      subject.close();
      subject.open();
    }
  }

  private boolean isOver(Player player) {
    if (!player.isAlive()) {
      String fault = player.scenario.faultOrNull();
      played.get(player.subject.label)[0]++;
      if (fault != null) {
        report(player, fault);
      }
      return true;
    }
    long age = System.nanoTime() - player.began;
    if (age > HANGS && !player.hung) {
      player.hung = true;
      StringBuilder stack = new StringBuilder();
      for (StackTraceElement element : player.getStackTrace()) {
        stack.append(" at ").append(element);
      }
      report(player, "hangs" + stack);
      player.scenario.cancel();
    }
    if (age > STUCK) {
      player.interrupt();
      return true;
    }
    return false;
  }

  private synchronized void report(Player player, String fault) {
    boolean own = player.hung && player.subject.traits.hangs;
    if (!own) {
      played.get(player.subject.label)[1]++;
    }
    System.out.println(
        (own ? "hung\t" : "fault\t") + player.subject.label + "\t" + player.number + "\t" + fault);
  }

  /** What the agent holds must be gone before the clients are. */
  private void end() throws Exception {
    long began = System.nanoTime();
    String state = State.now();
    while ((State.number(state, "waiting") > 0 || State.number(state, "replay") > 0)
        && System.nanoTime() - began < SETTLES) {
      LockSupport.parkNanos(TICK);
      state = State.now();
    }
    System.out.println(
        "held\twaiting="
            + State.number(state, "waiting")
            + " replay="
            + State.number(state, "replay"));
    for (Subject subject : subjects) {
      subject.close();
    }
    played.forEach(
        (label, counts) ->
            System.out.println("played\t" + label + "\t" + counts[0] + "\t" + counts[1]));
  }
}
