package io.redial.subjects.leaks;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.management.InstanceNotFoundException;
import javax.management.ObjectName;

/**
 * Makes calls of every kind with clients that are created and dropped, keeps all that the latest
 * gave it, and tells what is left afterwards. The arguments are the class name of a {@link
 * KeepingClient.Maker}, a mode, the server's address, milliseconds and a seed.
 */
public final class LeaksMain {
  private static final int THREADS = 4;
  private static final int CALLS_OF_A_CLIENT = 4 * Errand.values().length;
  private static final int CLIENTS_FOR_A_START = 6;
  private static final int FEWEST_CLIENTS = 6;

  /** Of so many clients everything is kept. */
  private static final int KEPT_CLIENTS = 3;

  private static final long CANCEL_AFTER_MILLIS = 15;
  private static final long PATIENCE_SECONDS = 20;

  /** What is made once and late; a leak of one kind of call shows as 24 objects at least. */
  private static final long TOLERANCE = 20;

  private static final String CALL = "io.redial.call.Call";

  private final KeepingClient.Maker maker;
  private final String mode;
  private final String server;
  private final Random random;
  private final Set<Thread> callerThreads = new HashSet<>();
  private final ExecutorService callers =
      Executors.newFixedThreadPool(
          THREADS,
          task -> {
            Thread thread = new Thread(task, "caller");
            thread.setDaemon(true);
            callerThreads.add(thread);
            return thread;
          });
  private final ScheduledExecutorService cancelling =
      Executors.newScheduledThreadPool(1, daemons("cancelling"));
  private final Deque<Collection<Object>> kept = new ArrayDeque<>();
  private final List<WeakReference<Object>> clients = new ArrayList<>();
  private int calls;

  private LeaksMain(KeepingClient.Maker maker, String mode, String server, Random random) {
    this.maker = maker;
    this.mode = mode;
    this.server = server;
    this.random = random;
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Makes the calls. */
  public static void main(String[] args) throws Exception {
    KeepingClient.Maker maker =
        Class.forName(args[0])
            .asSubclass(KeepingClient.Maker.class)
            .getDeclaredConstructor()
            .newInstance();
    LeaksMain main = new LeaksMain(maker, args[1], args[2], new Random(Long.parseLong(args[4])));
    for (Map.Entry<String, Object> fact : main.run(Long.parseLong(args[3])).entrySet()) {
      System.out.println(fact.getKey() + "=" + fact.getValue());
    }
    System.exit(0);
  }

  private Map<String, Object> run(long millis) throws Exception {
    for (int i = 0; i < CLIENTS_FOR_A_START; i++) {
      client(i);
    }
    kept.clear();
    awaitClients();
    awaitBean();
    Histogram before = Histogram.now();
    int threadsBefore = threads();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (int i = 0; i < FEWEST_CLIENTS || System.nanoTime() < end; i++) {
      client(i);
    }
    Map<String, Object> facts = new TreeMap<>();
    facts.put("calls", calls);
    facts.put("clients", awaitClients());
    facts.put("kept", kept.stream().mapToInt(Collection::size).sum());
    facts.put("calls-held", awaitNo(CALL));
    facts.put("path-to-client", pathTo(this::isClient));
    facts.put("path-to-call", pathTo(object -> object.getClass().getName().equals(CALL)));
    facts.put("thread-locals", threadLocals());
    kept.clear();
    facts.put("grown", awaitNothingGrown(before));
    facts.put("replay-bytes", attribute("ReplayBufferBytes"));
    facts.put("waiting", attribute("Waiting"));
    facts.put("threads", awaitThreads(threadsBefore) - threadsBefore);
    return facts;
  }

  /** One client, all its calls, and its end. */
  private void client(int number) throws Exception {
    KeepingClient client = maker.open(mode);
    Collection<Object> its = new ConcurrentLinkedQueue<>();
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int offset = random.nextInt(Errand.values().length);
      Callable<Void> task =
          () -> {
            work(client, offset, its);
            return null;
          };
      workers.add(callers.submit(task));
    }
    for (Future<?> worker : workers) {
      worker.get();
    }
    calls += CALLS_OF_A_CLIENT;
    clients.add(new WeakReference<>(client.client()));
    if (clients.size() > 1000) {
      clients.removeIf(reference -> reference.get() == null);
    }
    if (number % 2 == 0 || !client.mayBeDropped()) {
      client.close();
    }
    kept.add(its);
    if (kept.size() > KEPT_CLIENTS) {
      kept.remove();
    }
  }

  private void work(KeepingClient client, int offset, Collection<Object> its) {
    Errand[] errands = Errand.values();
    for (int i = 0; i < CALLS_OF_A_CLIENT / THREADS; i++) {
      Errand errand = errands[(i + offset) % errands.length];
      List<Future<?>> pending = new ArrayList<>();
      try {
        client.call(
            errand,
            server,
            its,
            cancel -> {
              if (errand.isCancelled()) {
                pending.add(
                    cancelling.schedule(cancel, CANCEL_AFTER_MILLIS, TimeUnit.MILLISECONDS));
              }
            });
      } catch (Exception failed) {
        its.add(failed);
      } finally {
        pending.forEach(LeaksMain::await);
        Thread.interrupted();
      }
    }
  }

  /** An interrupt that comes late is not the next call's. */
  private static void await(Future<?> cancelled) {
    try {
      cancelled.get();
    } catch (Exception e) {
      Thread.interrupted();
      cancelled.cancel(false);
    }
  }

  private interface Count {
    long get() throws Exception;
  }

  /** The number once it is 0, or what it still is after some patience. */
  private static long awaitZero(Count number) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    long now = number.get();
    while (now > 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      now = number.get();
    }
    return now;
  }

  /** How many clients cannot be collected. */
  private long awaitClients() throws Exception {
    return awaitZero(
        () -> {
          System.gc();
          return clients.stream().filter(reference -> reference.get() != null).count();
        });
  }

  private boolean isClient(Object object) {
    return clients.stream().anyMatch(reference -> reference.get() == object);
  }

  /** How something that is kept leads there. */
  private String pathTo(Predicate<Object> sought) {
    List<Object> roots = new ArrayList<>();
    kept.forEach(roots::addAll);
    return HeapPath.find(roots, sought);
  }

  private static long awaitNo(String name) throws Exception {
    return awaitZero(() -> Histogram.now().of(name));
  }

  /** What is remembered of an exception that was collected goes with the next call. */
  private Map<String, Long> awaitNothingGrown(Histogram before) throws Exception {
    List<Map<String, Long>> last = new ArrayList<>();
    KeepingClient client = maker.open(mode);
    awaitZero(
        () -> {
          client.call(Errand.GOOD, server, new ArrayList<>(), cancel -> {});
          last.add(0, Histogram.now().grownSince(before, TOLERANCE));
          return last.get(0).size();
        });
    client.close();
    return last.get(0);
  }

  private Map<String, Integer> threadLocals() throws ReflectiveOperationException {
    Map<String, Integer> all = new TreeMap<>();
    for (Thread thread : callerThreads) {
      ThreadLocals.of(thread).forEach((name, count) -> all.merge(name, count, Integer::sum));
    }
    return all;
  }

  /** The agent's bean, whose descriptions are made once: it comes soon after the server for it. */
  private static void awaitBean() throws Exception {
    ObjectName bean = new ObjectName("io.redial:type=Redial");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!ManagementFactory.getPlatformMBeanServer().isRegistered(bean)
        && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static Object attribute(String name) throws Exception {
    try {
      return ManagementFactory.getPlatformMBeanServer()
          .getAttribute(new ObjectName("io.redial:type=Redial"), name);
    } catch (InstanceNotFoundException withoutTheAgent) {
      return 0;
    }
  }

  private static int awaitThreads(int before) throws Exception {
    awaitZero(
        () -> {
          System.gc(); // Up to Java 20 a client of java.net.http ends when nobody holds it.
          return Math.max(0, threads() - before);
        });
    return threads();
  }

  /**
   * All but those of pools that grow and shrink with time: the JDK's, and the agent's, of which the
   * load nets know how many there may be.
   */
  private static int threads() {
    int count = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread
          .getName()
          .matches(
              "HttpClient-[0-9]+-Worker-[0-9]+|ForkJoinPool\\..*|Keep-Alive-Timer|redial-.*")) {
        count++;
      }
    }
    return count;
  }
}
