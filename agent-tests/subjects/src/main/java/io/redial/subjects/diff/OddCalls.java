package io.redial.subjects.diff;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Makes the odd calls of some families and prints what was seen, a line for each channel: case,
 * channel and text, apart by tabs.
 *
 * <p>Arguments: {@code families=} class names joined by commas; {@code cases=} a pattern of their
 * names; {@code only=} a file of names; {@code share=2/3} every third, from the second on; {@code
 * retryable=false} leaves those out; {@code times=} how often each is made; {@code at-once=} how
 * many.
 */
public final class OddCalls {
  private static final long LONGEST_SECONDS = 40;
  private static final long SLOW_MILLIS = 3_000;

  private final Map<String, String> options = new HashMap<>();
  private final PrintStream out;

  private OddCalls(String[] args, PrintStream out) {
    this.out = out;
    for (String arg : args) {
      String[] parts = arg.split("=", 2);
      options.put(parts[0], parts[1]);
    }
  }

  /** Runs to its end, whatever hangs. */
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    System.setOut(System.err);
    new OddCalls(args, out).run();
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  private void run() throws Exception {
    List<Case> cases = chosen();
    int atOnce = Integer.parseInt(options.getOrDefault("at-once", "32"));
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    int times = Integer.parseInt(options.getOrDefault("times", "1"));
    CountDownLatch left = new CountDownLatch(cases.size() * times);
    for (int i = 0; i < times; i++) {
      for (Case next : cases) {
        threads.execute(
            () -> {
              try {
                play(next);
              } finally {
                left.countDown();
              }
            });
      }
    }
    left.await();
    threads.shutdownNow();
  }

  private List<Case> chosen() throws Exception {
    Pattern names = Pattern.compile(options.getOrDefault("cases", ".*"));
    boolean retryable = Boolean.parseBoolean(options.getOrDefault("retryable", "true"));
    List<String> only = null;
    if (options.containsKey("only")) {
      Path file = Paths.get(options.get("only"));
      only = Files.readAllLines(file, StandardCharsets.UTF_8);
    }
    String[] share = options.getOrDefault("share", "1/1").split("/", 2);
    int every = Integer.parseInt(share[1]);
    int number = Integer.parseInt(share[0]);
    List<Case> chosen = new ArrayList<>();
    for (String family : options.get("families").split(",", -1)) {
      for (Case next : create(family).cases().all()) {
        if ((only == null ? names.matcher(next.name()).matches() : only.contains(next.name()))
            && number++ % every == 0
            && (retryable || !next.isRetryable())) {
          chosen.add(next);
        }
      }
    }
    return chosen;
  }

  private static Family create(String family) throws ReflectiveOperationException {
    return Class.forName(family).asSubclass(Family.class).getConstructor().newInstance();
  }

  /** On a thread of its own, so that one that hangs does not hold up the others. */
  private void play(Case next) {
    Journal journal = new Journal();
    Thread thread =
        new Thread(
            () -> {
              try {
                next.run(journal);
                journal.settle();
              } catch (Throwable thrown) {
                journal.thrown("the case itself", thrown);
              }
            },
            "case");
    thread.setDaemon(true);
    long start = System.nanoTime();
    thread.start();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
      if (thread.isAlive()) {
        journal.note("hangs", where(thread));
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    if (millis > SLOW_MILLIS) {
      System.err.println(next.name() + " took " + millis + " ms");
    }
    print(next, journal);
    journal.close();
  }

  /** Within the JDK and the client: what is beneath is another with an agent. */
  private static String where(Thread thread) {
    StringBuilder where = new StringBuilder();
    for (StackTraceElement element : thread.getStackTrace()) {
      if (element.getClassName().startsWith("io.redial.")) {
        break;
      }
      where.append(element.getClassName()).append('.').append(element.getMethodName()).append(' ');
    }
    return where.toString();
  }

  private void print(Case next, Journal journal) {
    synchronized (out) {
      journal
          .channels()
          .forEach(
              (channel, text) -> out.println(next.name() + '\t' + channel + '\t' + line(text)));
      out.println(next.name() + "\tend\t");
    }
  }

  private static String line(String text) {
    String line = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    return line.replace("\t", "\\t").replace("\0", "\\0");
  }
}
