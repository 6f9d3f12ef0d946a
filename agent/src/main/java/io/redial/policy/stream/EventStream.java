package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import io.redial.policy.RequestFacts;
import io.redial.policy.Splitter;
import io.redial.policy.stream.EventScanner.Seen;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The plan for server-sent events: after an abnormal end, the stream is resumed with the events
 * that follow the last delivered id (rule 10.3).
 *
 * <p>Once there is such an id, the application gets whole events only, so that an interruption
 * never leaves it with half an event. Until then bytes are passed on as they come: a stream without
 * ids behaves as it does without Redial. Comments between two events are passed on at the end of
 * their line.
 *
 * <p>A server that ignores {@code Last-Event-ID} is recognised by what it repeats:
 *
 * <ul>
 *   <li>an event with an id that an earlier source delivered. Within one source ids may repeat: an
 *       event stream may well use one id for several events;
 *   <li>before the first new id of a source, data without an id that was delivered since the last
 *       id or at the beginning of the stream. A server that greets each client alike counts as one
 *       that repeats, because the reader of one body must not see its greeting twice.
 * </ul>
 */
final class EventStream extends StreamPlan {
  /** Larger events are passed on as they come, and an interruption within one is final. */
  static final int MAX_HELD = 256 * 1024;

  private static final int OK = 200;
  private static final String CHARSET = "charset=";
  private static final List<String> CHARSETS =
      Arrays.asList("utf-8", "utf8", "us-ascii", "iso-8859-1");

  private static final int FIRST_REMEMBERED = 16;
  private static final int IDS_REMEMBERED = 4096;
  private static final int DATA_REMEMBERED = 64;

  /** A server that asks for a longer wait does not want to be asked again (rule 3.2). */
  private static final long LONGEST_WAIT_MILLIS = TimeUnit.DAYS.toMillis(365);

  private final boolean acceptIsOpen;
  private final EventScanner scanner = new EventScanner();
  private final HeldBytes held = new HeldBytes(MAX_HELD);
  private final LineEnd lineEnd = new LineEnd();
  private final RecentHashes ids = new RecentHashes(FIRST_REMEMBERED, IDS_REMEMBERED);

  /** The hashes of data without an id since the last id. */
  private final RecentHashes data = new RecentHashes(FIRST_REMEMBERED, DATA_REMEMBERED);

  /** The last delivered id; null if there is none, or if it cannot be sent back. */
  private String lastId;

  /** Whether the application has received a part of an event that is not complete. */
  private boolean partial;

  /** Whether the head of another source was accepted, but none of its bytes have come yet. */
  private boolean found;

  private boolean resumed;

  /** Whether half an event was dropped, and no event has followed it. */
  private boolean missesEvent;

  /** Whether the current source has brought a new id. */
  private boolean identified;

  private boolean progressed;
  private boolean abandoned;

  private EventStream(boolean acceptIsOpen) {
    this.acceptIsOpen = acceptIsOpen;
  }

  /**
   * Looks at a response whose body is about to be read. A response with a length is not an endless
   * stream, and may be a download.
   *
   * @return null if its body cannot be resumed
   */
  static EventStream of(RequestFacts request, int status, HeaderFields headers, long length) {
    boolean resumes =
        request.method().equals("GET")
            && !request.headers().has("Range")
            && !headers.has("Content-Length")
            && length < 0
            && isEventStream(status, headers);
    return resumes ? new EventStream(!request.headers().has("Accept")) : null;
  }

  /** Returns whether a response has server-sent events. */
  private static boolean isEventStream(int status, HeaderFields headers) {
    List<String> types = headers.all("Content-Type");
    return status == OK
        && RangePlan.isIdentity(headers)
        && types.size() == 1
        && isEvents(types.get(0));
  }

  /**
   * Returns whether the type is that of events. Two types in one line are refused like two lines.
   */
  private static boolean isEvents(String type) {
    List<String> parts = Splitter.of(type.toLowerCase(Locale.ROOT), ';');
    boolean events = parts.get(0).trim().equals("text/event-stream") && type.indexOf(',') < 0;
    for (String parameter : parts.subList(1, parts.size())) {
      events &= isReadable(parameter.trim());
    }
    return events;
  }

  /**
   * Returns whether events with this parameter of the type can be read. They are UTF-8 whatever the
   * charset says, but some servers really use the charset that they name, e.g. UTF-16.
   */
  private static boolean isReadable(String parameter) {
    return !parameter.startsWith(CHARSET)
        || CHARSETS.contains(parameter.substring(CHARSET.length()).replace("\"", ""));
  }

  @Override
  public ByteBuffer take(ByteBuffer bytes) {
    begin();
    int start = bytes.position();
    int end = bytes.limit();
    int released = start;
    int holding = held.size();
    byte[] array = HeldBytes.array(bytes); // A loop over an array is several times as fast.
    int offset = HeldBytes.offset(bytes) - start;
    for (int i = start; i < end && !abandoned; i++) {
      int most = isHeldBack() ? Math.min(end, i + MAX_HELD - holding) : end;
      int inside = scanner.readOn(array, offset + i, offset + most) - offset - i;
      if (inside > 0) {
        partial = !isHeldBack();
        holding = partial ? 0 : holding + inside;
        i += inside;
        released = partial ? i : released;
        if (i == end) {
          break;
        }
      }
      Seen seen = scanner.next(array[offset + i]);
      if (seen == Seen.MARK && resumed) {
        // Only the beginning of the body may have one, and the application has had that.
        held.clear();
        holding = 0;
        start = i + 1;
        released = start;
      } else if (passes(seen, holding + 1)) {
        holding = 0;
        released = i + 1;
      } else {
        holding++;
      }
    }
    return release(bytes, start, released);
  }

  /** Returns whether the application gets the bytes of an event only once that is complete. */
  private boolean isHeldBack() {
    return !partial && (resumed || lastId != null);
  }

  /** Returns whether the application gets this byte and all bytes held back before it. */
  private boolean passes(Seen seen, int holding) {
    if (seen == Seen.INSIDE) {
      if (isHeldBack()) {
        if (holding <= MAX_HELD) {
          return false;
        }
        outgrow();
      }
      partial = !abandoned;
    } else {
      partial = false;
      if (seen == Seen.EVENT) {
        endEvent();
      }
    }
    return !abandoned;
  }

  /**
   * Handles an event that is too large to be held back until it is certain that it was not
   * delivered before: abandons the stream if a resumed source may have repeated it.
   */
  private void outgrow() {
    boolean isNew = scanner.hasId() ? !ids.wasThere(scanner.idHash()) : identified;
    if (resumed && !isNew) {
      abandon();
    }
  }

  private void endEvent() {
    if (resumed && isRepeated()) {
      abandon();
      return;
    }
    if (scanner.hasId() && !isLastId()) {
      identified = true;
      missesEvent = false;
      lastId = scanner.id();
      ids.add(scanner.idHash());
      data.forgetLast();
    } else if (scanner.resetsId()) {
      lastId = null;
    }
    if (scanner.hasData()) {
      progressed = true;
      missesEvent = false;
      if (!scanner.hasId()) {
        data.add(scanner.contentHash());
      }
    }
  }

  private boolean isRepeated() {
    if (!scanner.hasId()) {
      return !identified && scanner.hasData() && data.wasThere(scanner.contentHash());
    }
    // Some servers first send the last id, to say where they continue from.
    boolean confirms = !identified && !scanner.hasData() && isLastId();
    return !confirms && ids.wasThere(scanner.idHash());
  }

  private boolean isLastId() {
    return lastId != null && lastId.equals(scanner.id());
  }

  private void abandon() {
    abandoned = true;
    endWithError();
  }

  /**
   * Returns what was held back and the bytes from {@code start} to {@code released}; holds back
   * those that follow.
   */
  private ByteBuffer release(ByteBuffer bytes, int start, int released) {
    int end = bytes.limit();
    if (released == end && start == bytes.position() && held.size() == 0) {
      return lineEnd.give(held, bytes);
    }
    ByteBuffer out = NOTHING;
    if (released > start) {
      out = lineEnd.give(held, part(bytes, start, released));
    }
    if (abandoned) {
      held.clear();
    } else {
      held.append(part(bytes, released, end));
    }
    bytes.position(end);
    return out;
  }

  private static ByteBuffer part(ByteBuffer bytes, int start, int end) {
    ByteBuffer part = bytes.duplicate();
    part.limit(end).position(start);
    return part;
  }

  @Override
  public Next next() {
    return abandoned ? Next.ABANDON : Next.READ;
  }

  /** Accepts an orderly end as final, because the server meant it (rule 10.3). */
  @Override
  protected boolean afterEnd() {
    begin();
    return false;
  }

  @Override
  protected boolean afterCut() {
    return lastId != null && !partial && !abandoned && scanner.retryMillis() <= LONGEST_WAIT_MILLIS;
  }

  @Override
  public ByteBuffer remainder() {
    return missesEvent ? NOTHING : held.drain();
  }

  @Override
  public boolean endsInOrder() {
    return super.endsInOrder() && !abandoned && !missesEvent;
  }

  @Override
  public void ask(BiConsumer<String, String> header) {
    header.accept("Last-Event-ID", lastId);
    header.accept("Accept-Encoding", "identity");
    if (acceptIsOpen) {
      header.accept("Accept", "text/event-stream");
    }
  }

  @Override
  public void sent() {
    progressed = false;
  }

  @Override
  public ResumeVerdict judge(int status, HeaderFields headers, long length) {
    found = isEventStream(status, headers);
    return found ? ResumeVerdict.CONTINUES : ResumeVerdict.REFUSED;
  }

  /**
   * Begins with another source if there is one. A half event held back from the source before is
   * dropped, because it comes again as a whole. If none comes, the body misses an event, and does
   * not end in order.
   */
  private void begin() {
    if (found) {
      found = false;
      resumed = true;
      identified = false;
      missesEvent |= held.size() > 0 && scanner.isWithinEvent();
      lineEnd.sourceBegins(scanner.hasPairs());
      held.clear();
      scanner.begin();
      ids.seal();
      data.seal();
    }
  }

  /** Returns true, because the first event may be long in coming. */
  @Override
  public boolean resumesWithHead() {
    return true;
  }

  @Override
  public long leastWaitNanos() {
    return TimeUnit.MILLISECONDS.toNanos(scanner.retryMillis());
  }

  @Override
  public boolean hasProgressed() {
    return progressed;
  }

  /**
   * The end of the last line that the reader of an event stream got. If a source breaks off between
   * the carriage return and the line feed of a line end, the line feed is passed on before the
   * first byte of the next source. By the standard that makes no difference, and a reader that
   * looks for line feeds finds the end of the line. Used by one thread at a time.
   */
  private static final class LineEnd {
    private boolean gaveReturn;
    private boolean lineFeedDue;

    /**
     * Called when another source begins.
     *
     * @param pairs whether the stream's lines end with a carriage return and a line feed
     */
    void sourceBegins(boolean pairs) {
      lineFeedDue |= gaveReturn && pairs;
      gaveReturn = false;
    }

    /**
     * Returns what the reader gets: a line feed if one is due, what was held back, and these bytes.
     */
    ByteBuffer give(HeldBytes held, ByteBuffer bytes) {
      if (!bytes.hasRemaining()) {
        return bytes;
      }
      gaveReturn = bytes.get(bytes.limit() - 1) == '\r';
      int before = held.size() + (lineFeedDue ? 1 : 0);
      if (before == 0) {
        return bytes;
      }
      ByteBuffer all = ByteBuffer.allocate(before + bytes.remaining());
      if (lineFeedDue) {
        all.put((byte) '\n');
        lineFeedDue = false;
      }
      all.put(held.drain()).put(bytes).flip();
      return all;
    }
  }
}
