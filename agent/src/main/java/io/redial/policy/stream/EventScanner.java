package io.redial.policy.stream;

/**
 * Reads server-sent events byte by byte (HTML Standard, "Server-sent events"), and keeps nothing of
 * them but what decides how the stream goes on. Never throws, whatever the bytes are. Used by one
 * thread at a time.
 */
final class EventScanner {
  /** What a byte is. */
  enum Seen {
    /** It belongs to a line, or to an event, that is not at its end yet. */
    INSIDE,
    /** It belongs to no event, and nothing is begun: the end of a comment or of an empty line. */
    BETWEEN,
    /** It ends an event: {@link #hasData} and the others tell of it until the next byte. */
    EVENT,
    /** It ends the byte order mark with which the source begins. */
    MARK
  }

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** No mark may come any more. */
  private static final int PAST_MARK = -1;

  private final EventLine line = new EventLine();

  /** How much of a mark there has been. */
  private int marked;

  private boolean afterReturn;
  private boolean pairs;
  private long retryMillis;

  // The event under way.
  private boolean ended;
  private boolean fields;
  private boolean data;
  private boolean identified;
  private boolean reset;
  private String id;
  private long idHash;
  private long contentHash;

  EventScanner() {
    begin();
  }

  /** Another source begins. The wait that a source has told holds on. */
  void begin() {
    line.clear();
    marked = 0;
    afterReturn = false;
    clearEvent();
  }

  private void clearEvent() {
    ended = false;
    fields = false;
    data = false;
    identified = false;
    reset = false;
    id = null;
    contentHash = RecentHashes.NOTHING;
  }

  Seen next(byte b) {
    if (ended) {
      clearEvent();
    }
    boolean inPair = afterReturn && b == '\n';
    afterReturn = b == '\r';
    if (inPair) {
      pairs = true;
      return fields ? Seen.INSIDE : Seen.BETWEEN;
    }
    if (b == '\r' || b == '\n') {
      marked = PAST_MARK;
      return endLine();
    }
    if (endsMark(b)) {
      line.clear();
      return Seen.MARK;
    }
    line.add(b);
    return Seen.INSIDE;
  }

  private boolean endsMark(byte b) {
    if (marked == PAST_MARK) {
      return false;
    }
    boolean whole = b == MARK[marked] && marked == MARK.length - 1;
    marked = whole || b != MARK[marked] ? PAST_MARK : marked + 1;
    return whole;
  }

  private Seen endLine() {
    if (line.isEmpty()) {
      ended = fields;
      return fields ? Seen.EVENT : Seen.BETWEEN;
    }
    if (!line.isComment()) {
      fields = true;
      takeField();
    }
    line.clear();
    return fields ? Seen.INSIDE : Seen.BETWEEN;
  }

  private void takeField() {
    if (line.isId() && line.id().counts()) {
      reset = line.id().isEmpty();
      identified = !reset;
      id = line.id().header();
      idHash = line.id().hash();
    }
    if (line.isContent()) {
      data |= line.isData();
      for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
        contentHash = RecentHashes.with(contentHash, (int) (line.hash() >>> shift));
      }
    }
    if (line.waitMillis() >= 0) {
      retryMillis = line.waitMillis();
    }
  }

  /** Whether the event so far is one that an application gets, and does not only tell an id. */
  boolean hasData() {
    return data;
  }

  /** Whether the event so far has an id that is not empty. */
  boolean hasId() {
    return identified;
  }

  /** Whether the event takes back the id of those before it. */
  boolean resetsId() {
    return reset;
  }

  /** The id as a header field; null if there is none, or if it cannot be sent as it came. */
  String id() {
    return id;
  }

  /** Of an event that {@link #hasId}. */
  long idHash() {
    return idHash;
  }

  /** Of the type and the data of the event. */
  long contentHash() {
    return contentHash;
  }

  /** Whether a line has ended with a return and a line feed. */
  boolean hasPairs() {
    return pairs;
  }

  /** How long the stream wants a client to wait before it asks again; 0 until it tells. */
  long retryMillis() {
    return retryMillis;
  }
}
