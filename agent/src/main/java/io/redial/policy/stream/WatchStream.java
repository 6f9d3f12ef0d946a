package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import io.redial.policy.RequestFacts;
import io.redial.policy.rate.Clock;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The plan for a Kubernetes watch, which is resumed from the version of the last event that the
 * application got (rule 10.4). Another source changes nothing until it has brought an event: what
 * was held back before it can still be passed on.
 */
final class WatchStream extends StreamPlan {
  private static final int OK = 200;
  private static final int GONE = 410;

  private final boolean hidesBookmarks;

  /** Whether the application set how long it wants to watch: a clean end may be due to that. */
  private final boolean hasTimeout;

  private final WatchPosition position;
  private final WatchPace pace;
  private final WatchLine line = new WatchLine();

  /** What the application gets of the bytes that were taken last. */
  private final HeldBytes out = new HeldBytes(Integer.MAX_VALUE);

  /** What was held back at the end of an earlier source. */
  private HeldBytes left = new HeldBytes(0);

  private Next next = Next.READ;
  private boolean resumed;

  /** Whether another source was found, so that half a line from one before it is out of date. */
  private boolean found;

  /** Whether half a line was dropped at the end, and nothing has followed it. */
  private boolean missesLine;

  /** Whether a request was sent and none of the bytes of its answer have come yet. */
  private boolean beginning;

  private boolean progressed;

  /** Whether a later source brought something other than a watch. */
  private boolean untrusted;

  private GoneAnswer gone;

  /** Whether the last source that brought an event came to an orderly end. */
  private boolean endedInOrderBefore;

  /** Whether this source ended at once and without an event, so that its end means nothing. */
  private boolean fruitless;

  private WatchStream(WatchRequest request, Clock clock) {
    this.hidesBookmarks = request.lacksBookmarks();
    this.hasTimeout = request.parameter("timeoutSeconds") != null;
    this.position = new WatchPosition(request);
    this.pace = new WatchPace(clock);
  }

  /** Returns a plan, or null if the response is not a watch that can be resumed. */
  static WatchStream of(
      RequestFacts request, int status, HeaderFields headers, long length, Clock clock) {
    WatchRequest watch = WatchRequest.of(request);
    return watch != null
            && WatchRequest.isPlain(request.query())
            && isWatch(status, headers, length)
        ? new WatchStream(watch, clock)
        : null;
  }

  /**
   * Returns whether a response is a watch. A body of a known length is a single document.
   *
   * @param length as for {@link #judge}
   */
  private static boolean isWatch(int status, HeaderFields headers, long length) {
    return status == OK
        && isJson(headers.all("Content-Type"))
        && RangePlan.isIdentity(headers)
        && !headers.has("Content-Length")
        && (length == AS_SENT || length < 0);
  }

  /**
   * Returns whether the type is JSON with any parameters, e.g. {@code stream=watch}, but that of a
   * table.
   */
  private static boolean isJson(List<String> types) {
    if (types.size() != 1) {
      return false;
    }
    String type = types.get(0).trim().toLowerCase(Locale.ROOT);
    int parameters = type.indexOf(';');
    String media = parameters < 0 ? type : type.substring(0, parameters).trim();
    return media.equals("application/json") && !type.contains("as=table");
  }

  @Override
  public boolean filters() {
    return hidesBookmarks;
  }

  @Override
  public ByteBuffer take(ByteBuffer bytes) {
    next = Next.READ;
    if (gone != null) {
      next = gone.take(bytes) ? Next.READ : Next.RESTART; // The watch is not resumed after that.
      return NOTHING;
    }
    if (!bytes.hasRemaining()) {
      return NOTHING;
    }
    if (beginning) {
      begin();
    }
    out.clear();
    while (bytes.hasRemaining() && next == Next.READ) {
      takeOneLine(bytes);
    }
    return out.size() == 0 ? NOTHING : out.drain();
  }

  /** Called when the first bytes of another source have come. */
  private void begin() {
    beginning = false;
    endWithError(); // Unless this source comes to an orderly end.
    if (left.size() == 0 && !isHidden()) {
      left = line.leave();
    } else {
      line.next();
    }
  }

  private void takeOneLine(ByteBuffer bytes) {
    ByteBuffer part = WatchLine.part(bytes);
    if (part.get(part.limit() - 1) != '\n') {
      takePart(part);
    } else if (line.isBlank(part)) {
      pass(part);
      line.next();
    } else {
      takeLine(line.event(part), part);
    }
  }

  /** Takes a part of a line that continues in the bytes that come next. */
  private void takePart(ByteBuffer part) {
    if (line.beginsNoObject(part)) {
      notUnderstood(part);
    } else if (line.isPartlyPassed() || !line.hold(part)) {
      goneOn();
      pass(part);
    }
  }

  private void takeLine(WatchEvent event, ByteBuffer part) {
    if (event == null) {
      notUnderstood(part);
    } else if (event.type == WatchEvent.Type.ERROR) {
      error(event, part);
    } else {
      goneOn();
      progressed = true;
      position.passes(event);
      if (event.type == WatchEvent.Type.UNKNOWN) {
        position.stop(); // It may stand for a change whose version is not known.
      }
      if (event.type != WatchEvent.Type.BOOKMARK || !hidesBookmarks || line.isPartlyPassed()) {
        pass(part);
      }
    }
    if (next == Next.READ) {
      line.next();
    }
  }

  private void error(WatchEvent event, ByteBuffer part) {
    goneOn();
    if (event.passes() && canGoOn() && line.hold(part)) {
      pace.failed(event.retryAfterSeconds);
      next = Next.RESTART;
    } else {
      pass(part);
      position.stop(); // For the application, the watch has failed.
    }
  }

  /**
   * Handles input that is not an event. The application does not get it at the beginning of another
   * source, because it would not have got it without Redial.
   */
  private void notUnderstood(ByteBuffer part) {
    if (resumed && !progressed && !line.isPartlyPassed()) {
      untrusted = true;
      next = Next.RESTART; // The watch is not resumed after that.
    } else {
      pass(part);
      position.stop();
    }
  }

  /** Called when this source has resumed the body: what was held back before it is not missing. */
  private void goneOn() {
    left.clear();
  }

  private void pass(ByteBuffer part) {
    line.passTo(out);
    out.append(part);
  }

  @Override
  public Next next() {
    return next;
  }

  private boolean canGoOn() {
    return position.isKnown() && !stays() && gone == null && !untrusted && !line.isPartlyPassed();
  }

  @Override
  protected boolean afterEnd() {
    if (gone != null) {
      gone.ended();
    }
    // After an error, neither a timeout of the application nor a fruitless source is the reason.
    boolean restarts = next == Next.RESTART;
    fruitless = !restarts && canGoOn() && resumed && !progressed && pace.wasShort();
    return canGoOn() && (restarts || (!hasTimeout && !fruitless));
  }

  @Override
  protected boolean afterCut() {
    return canGoOn();
  }

  @Override
  public ByteBuffer remainder() {
    if (gone != null && gone.isWhole()) {
      return gone.event();
    }
    ByteBuffer last = NOTHING;
    if (left.size() > 0 || untrusted) {
      last = left.drain();
    } else if (!isHidden()) {
      last = line.pass();
    }
    missesLine = found && !untrusted && isHalfALine(last);
    return missesLine ? NOTHING : last;
  }

  private static boolean isHalfALine(ByteBuffer bytes) {
    return bytes.hasRemaining() && bytes.get(bytes.limit() - 1) != '\n';
  }

  /**
   * Returns whether the line, even if incomplete, is a bookmark for which the application did not
   * ask.
   */
  private boolean isHidden() {
    return hidesBookmarks && line.isBookmark();
  }

  @Override
  public boolean endsInOrder() {
    if (gone != null && gone.isWhole()) {
      return true;
    }
    boolean before = gone != null || untrusted || fruitless;
    return !missesLine && (before ? endedInOrderBefore : super.endsInOrder());
  }

  @Override
  public String target(String target) {
    String from = WatchRequest.from(position.version(), target);
    return hidesBookmarks ? WatchRequest.withBookmarks(from) : from;
  }

  @Override
  public void ask(BiConsumer<String, String> header) {
    header.accept("Accept-Encoding", "identity");
  }

  @Override
  public void sent() {
    if (!resumed || progressed) {
      endedInOrderBefore = super.endsInOrder();
    }
    resumed = true;
    beginning = true;
    progressed = false;
    fruitless = false;
    gone = null;
    next = Next.READ;
    pace.starts();
  }

  @Override
  public ResumeVerdict judge(int status, HeaderFields headers, long length) {
    if (status == GONE) {
      gone = new GoneAnswer();
      return ResumeVerdict.CONTINUES;
    }
    boolean isWatch = isWatch(status, headers, length);
    found |= isWatch;
    return isWatch ? ResumeVerdict.CONTINUES : ResumeVerdict.REFUSED;
  }

  @Override
  public boolean resumesWithHead() {
    return true;
  }

  @Override
  public long leastWaitNanos() {
    return pace.leastWaitNanos();
  }

  @Override
  public boolean hasProgressed() {
    return progressed;
  }

  /** Computes when a watch may be restarted (rule 10.4). */
  private static final class WatchPace {
    /** The least time from one start to the next, however long the watch lasted. */
    private static final long BETWEEN_STARTS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * A shorter watch is suspect: a server can answer a stale version with an empty 200 for ever.
     */
    private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Clock clock;
    private long startedAt;
    private long failedAt;
    private long failedForNanos;

    WatchPace(Clock clock) {
      this.clock = clock;
      starts();
      failed(0);
    }

    void starts() {
      startedAt = clock.nanos();
    }

    /** Called when the server asks not to have the watch restarted for that many seconds. */
    void failed(long seconds) {
      failedAt = clock.nanos();
      failedForNanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Returns whether the watch that ends now lasted less than 2 s. */
    boolean wasShort() {
      return clock.nanos() - startedAt < SHORT_NANOS;
    }

    long leastWaitNanos() {
      long now = clock.nanos();
      long sinceStart = BETWEEN_STARTS_NANOS - (now - startedAt);
      long sinceFailure = failedForNanos - (now - failedAt);
      return Math.max(0, Math.max(sinceStart, sinceFailure));
    }
  }

  /**
   * The position from which a watch can be resumed: the version of the last event that the
   * application got (rule 10.4). Versions are opaque and never compared.
   */
  private static final class WatchPosition {
    private enum Awaited {
      NOTHING,

      /** Any bookmark. Before it, there may be objects that exist already, in any order. */
      BOOKMARK,

      /** The bookmark that ends the initial events; no other one does. */
      END_OF_INITIAL_EVENTS
    }

    private Awaited awaited;

    /** The version, or null if there is none from which the watch could be resumed. */
    private String version;

    private boolean stopped;

    /** Creates the position at which a watch begins. */
    WatchPosition(WatchRequest request) {
      String initialEvents = request.parameter("sendInitialEvents");
      String begun = request.parameter("resourceVersion");
      if (initialEvents != null && !initialEvents.equals("false") && !initialEvents.equals("0")) {
        awaited = Awaited.END_OF_INITIAL_EVENTS; // Kubernetes reads any other value as true.
      } else if (WatchEvent.isUsable(begun)) {
        awaited = Awaited.NOTHING;
        version = begun;
      } else {
        awaited = Awaited.BOOKMARK;
      }
    }

    boolean isKnown() {
      return version != null && !stopped;
    }

    String version() {
      return version;
    }

    /**
     * Called with an event that the application gets, or would get if it had asked for bookmarks.
     */
    void passes(WatchEvent event) {
      boolean counts =
          awaited == Awaited.NOTHING
              || (event.type == WatchEvent.Type.BOOKMARK
                  && (awaited == Awaited.BOOKMARK || event.endsInitialEvents));
      if (counts) {
        version = event.version;
        awaited = version == null ? awaited : Awaited.NOTHING;
      }
    }

    /** Called after input that makes it unknown from where to resume the watch. */
    void stop() {
      stopped = true;
    }
  }
}
