package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import io.redial.policy.RequestFacts;
import io.redial.policy.rate.Clock;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/**
 * A Kubernetes watch, which goes on from the version of the last event that the application got
 * (rule 10.4). Until a further source has brought an event, it has changed nothing: what was held
 * back before it is still there to be given out.
 */
final class WatchStream extends StreamPlan {
  private static final int GONE = 410;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final boolean hidesBookmarks;

  /** The application has said for how long it wants to watch: a clean end may be that. */
  private final boolean hasTimeout;

  private final WatchPosition position;
  private final WatchPace pace;
  private final WatchLine line = new WatchLine();

  /** What the application gets of the bytes that were taken last. */
  private final HeldBytes out = new HeldBytes(Integer.MAX_VALUE);

  /** What an earlier source ended with that the application did not get. */
  private HeldBytes left = new HeldBytes(0);

  private Next next = Next.READ;

  /** Whether bytes are being taken, and something of them was kept from the application. */
  private boolean taking;

  private boolean hasHidden;
  private boolean resumed;

  /** A request was sent, and none of the bytes have come yet. */
  private boolean beginning;

  private boolean progressed;

  /** A further source brought something else than a watch. */
  private boolean untrusted;

  private GoneAnswer gone;

  /** Whether the source before this one came to an orderly end. */
  private boolean endedInOrderBefore;

  private WatchStream(WatchRequest request, Clock clock) {
    this.hidesBookmarks = request.lacksBookmarks();
    this.hasTimeout = request.parameter("timeoutSeconds") != null;
    this.position = new WatchPosition(request);
    this.pace = new WatchPace(clock);
    line.next();
  }

  /** Null if the response is no watch that can go on. */
  static WatchStream of(
      RequestFacts request, int status, HeaderFields headers, long length, Clock clock) {
    WatchRequest watch = WatchRequest.of(request);
    return watch != null
            && WatchTarget.isPlain(request.query())
            && WatchHead.isOne(status, headers, length)
        ? new WatchStream(watch, clock)
        : null;
  }

  @Override
  protected boolean filters() {
    return hidesBookmarks;
  }

  @Override
  public ByteBuffer take(ByteBuffer bytes) {
    next = Next.READ;
    if (gone != null) {
      next = gone.take(bytes) ? Next.READ : Next.RESTART; // After which it does not go on.
      return NOTHING;
    }
    if (!bytes.hasRemaining()) {
      return NOTHING;
    }
    if (beginning) {
      begin();
    }
    out.clear();
    taking = true;
    hasHidden = false;
    while (bytes.hasRemaining() && next == Next.READ) {
      takeOneLine(bytes);
    }
    taking = false;
    return out.drain();
  }

  /** The first bytes of a further source have come. */
  private void begin() {
    beginning = false;
    endedInOrderBefore = super.endsInOrder();
    endWithError(); // Unless it comes to an orderly end, too.
    if (left.size() == 0 && !isHidden()) {
      left = line.leave();
    } else {
      line.next();
    }
  }

  private void takeOneLine(ByteBuffer bytes) {
    ByteBuffer part = line.scan(bytes);
    if (part.get(part.limit() - 1) != '\n') {
      takePart(part);
    } else if (line.json().isBlank()) {
      pass(part);
      line.next();
    } else {
      takeLine(WatchEvent.of(line.json()), part);
    }
  }

  /** The line goes on in the bytes that come next. */
  private void takePart(ByteBuffer part) {
    if (line.json().isBroken()) {
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
        position.stop(); // It may have told of a change, and nobody knows of which version.
      }
      if (event.type != WatchEvent.Type.BOOKMARK || !hidesBookmarks || line.isPartlyPassed()) {
        pass(part);
      } else {
        hasHidden = true;
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
      position.stop(); // For the application the watch has failed.
    }
  }

  /** That is no event. Without Redial, the application would not have got it from this source. */
  private void notUnderstood(ByteBuffer part) {
    if (resumed && !progressed && !line.isPartlyPassed()) {
      untrusted = true;
      next = Next.RESTART; // After which it does not go on.
    } else {
      pass(part);
      position.stop();
    }
  }

  /** The body has gone on in this source: what the one before ended with is not missing. */
  private void goneOn() {
    left.clear();
  }

  private void pass(ByteBuffer part) {
    out.append(line.pass());
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
    // An error is no end that the application has asked for, nor one without a reason.
    boolean wanted = next == Next.RESTART || (!hasTimeout && !isFruitless());
    return wanted && canGoOn();
  }

  private boolean isFruitless() {
    return resumed && !progressed && pace.wasShort();
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
    if (left.size() > 0 || untrusted) {
      return left.drain();
    }
    if (taking && out.size() > 0) { // A fault: it begins with what was held back before.
      return hasHidden ? NOTHING : out.drain();
    }
    return isHidden() ? NOTHING : line.pass();
  }

  /** Whether even a part of the line is nothing that the application has asked for. */
  private boolean isHidden() {
    return hidesBookmarks && "BOOKMARK".equals(line.json().value(WatchField.TYPE));
  }

  @Override
  public boolean endsInOrder() {
    if (gone != null) {
      return gone.isWhole() || endedInOrderBefore;
    }
    return untrusted ? endedInOrderBefore : super.endsInOrder();
  }

  @Override
  public String target(String target) {
    String from = WatchTarget.from(position.version(), target);
    return hidesBookmarks ? WatchRequest.withBookmarks(from) : from;
  }

  @Override
  public void ask(BiConsumer<String, String> header) {
    header.accept("Accept-Encoding", "identity");
  }

  @Override
  public void sent() {
    resumed = true;
    beginning = true;
    progressed = false;
    gone = null;
    next = Next.READ;
    pace.starts();
  }

  @Override
  public Answer judge(int status, HeaderFields headers, long length) {
    if (status == GONE) {
      gone = new GoneAnswer();
      endedInOrderBefore = super.endsInOrder();
      return Answer.CONTINUES;
    }
    return WatchHead.isOne(status, headers, length) ? Answer.CONTINUES : Answer.REFUSED;
  }

  @Override
  public boolean goesOnWithHead() {
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
}
