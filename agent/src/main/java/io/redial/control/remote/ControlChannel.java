package io.redial.control.remote;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.call.DaemonThreads;
import io.redial.config.LiveConfiguration;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Responds to the requests that the command line puts into this process's folder. It polls the
 * folder once a second; for a minute after a request, in which the operator may well send the next
 * one, twenty times a second. All of that happens on Redial's own threads. A folder that is gone,
 * or is not this process's any more, is created again: the first time at once, then at most once a
 * minute. Where none can be created, a line in the log says so.
 */
public final class ControlChannel {
  /** How often to poll, at least. */
  public static final long POLL_INTERVAL = TimeUnit.SECONDS.toNanos(1);

  private static final long ATTENTIVE_INTERVAL = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long ATTENTION_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long CLEANING_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long FORGOTTEN_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final long PARTING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long PARTING_POLL_MILLIS = 10;
  private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long IN_USE_NANOS = TimeUnit.HOURS.toNanos(1);

  private final LiveConfiguration configuration;
  private final Function<String, String> responses;
  private final TemporaryDirectory parent = TemporaryDirectory.local();

  /** Null while there is none. */
  private volatile ControlDirectory folder;

  private volatile boolean ended;
  private volatile boolean responding;
  private volatile long respondedAt; // 0 before the first response.

  // Used by one thread at a time, the one that polls.
  private long cleanedAt = System.nanoTime();
  private ProcessIdentity self;
  private long againAt;
  private long markedInUseAt;
  private String reported;

  /**
   * Creates a channel.
   *
   * @param responses returns the response to a request
   */
  public ControlChannel(LiveConfiguration configuration, Function<String, String> responses) {
    this.configuration = configuration;
    this.responses = responses;
  }

  /** Creates the folder. Returns false if there can never be one. */
  public boolean open() {
    try {
      self = ProcessIdentity.current();
      Thread end = new DaemonThreads("redial-end").newThread(this::end);
      Runtime.getRuntime().addShutdownHook(end);
      againAt = System.nanoTime() + (create() ? 0 : AGAIN_NANOS);
      return true;
    } catch (IOException | UnsupportedOperationException | SecurityException none) {
      report(reason(none));
    } catch (IllegalStateException ending) {
      // The program is ending.
    }
    return false;
  }

  /** What the folder says of this process: its stamp, and its service if it has one. */
  private String start() {
    String name = configuration.current().service();
    return self.stamp() + (name == null ? "" : "\n" + name);
  }

  private boolean create() {
    try {
      folder = ControlDirectory.create(parent, self, start());
      markedInUseAt = System.nanoTime();
      if (ended) {
        folder.delete();
      } else if (reported != null) {
        reported = null;
        LOG.info("the command line can reach this process again: {}", folder.path());
      }
      folder.sweepOthers(self);
      return true;
    } catch (IOException | UnsupportedOperationException | SecurityException none) {
      report("no folder can be created in " + parent.path() + ": " + reason(none));
      return false;
    }
  }

  /** Returns what the system said, without the name of the exception where it said something. */
  private static String reason(Exception none) {
    if (none instanceof AccessDeniedException) {
      return "permission denied";
    }
    String said =
        none instanceof FileSystemException
            ? ((FileSystemException) none).getReason()
            : none.getMessage();
    return said == null ? none.toString() : said;
  }

  /** Reports once why the command line cannot reach this process. */
  private void report(String why) {
    if (reported == null) {
      reported = why;
      LOG.info("the command line cannot reach this process: {}", why);
    }
  }

  /** Responds to the requests that are there; returns after how many nanoseconds to poll again. */
  public long poll() {
    try {
      if (!ended && hasFolder()) {
        respondToAll();
      }
    } catch (IOException full) {
      // The disk may be full, for example. The next request may get a response again.
    }
    return hasResponded(ATTENTION_NANOS) ? ATTENTIVE_INTERVAL : POLL_INTERVAL;
  }

  /** Whether there is a folder, after creating it again if it was lost. */
  private boolean hasFolder() throws IOException {
    ControlDirectory known = folder;
    if (known != null && !known.isThere()) {
      folder = null; // It was deleted, or somebody has put another one there.
    }
    if (folder == null && System.nanoTime() - againAt >= 0) {
      againAt = System.nanoTime() + AGAIN_NANOS;
      create();
    }
    return folder != null;
  }

  private void respondToAll() throws IOException {
    ControlDirectory open = folder;
    for (String name : open.requests()) {
      responding = true;
      try {
        respond(name, open);
      } finally {
        responding = false;
      }
    }
    if (System.nanoTime() - cleanedAt > CLEANING_NANOS) {
      cleanedAt = System.nanoTime();
      open.clean(FORGOTTEN_MILLIS);
      // Programs that tidy up /tmp delete what was not changed for some days.
      if (cleanedAt - markedInUseAt > IN_USE_NANOS || open.lacksStart()) {
        open.put(ControlDirectory.START, start());
        markedInUseAt = cleanedAt;
      }
    }
  }

  private void respond(String name, ControlDirectory open) throws IOException {
    String request = open.takeRequest(name);
    if (request != null) {
      open.put(name + ControlDirectory.RESPONSE, responses.apply(request));
      respondedAt = System.nanoTime();
    }
  }

  /**
   * Deletes the folder when the program ends. It may end because of a request: perhaps the call
   * whose wait was cancelled was all that it still had to do. So the folder stays until the
   * response is fetched, for half a second at most.
   */
  private void end() {
    ended = true;
    ControlDirectory last = folder;
    if (last == null) {
      return;
    }
    long end = System.nanoTime() + PARTING_NANOS;
    try {
      while ((responding || isAwaited(last)) && System.nanoTime() - end < 0) {
        Thread.sleep(PARTING_POLL_MILLIS);
      }
    } catch (InterruptedException | IOException parted) {
      // The folder is deleted at once.
    }
    last.delete();
  }

  private boolean isAwaited(ControlDirectory last) throws IOException {
    return hasResponded(PARTING_NANOS) && last.hasResponses();
  }

  /** Whether the last response was given that short a time ago. */
  private boolean hasResponded(long nanos) {
    long responded = respondedAt;
    return responded != 0 && System.nanoTime() - responded < nanos;
  }
}
