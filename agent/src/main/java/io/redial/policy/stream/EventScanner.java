package io.redial.policy.stream;

import io.redial.policy.Digits;
import java.nio.charset.StandardCharsets;

/**
 * Reads server-sent events byte by byte (HTML Standard, "Server-sent events"), and keeps only what
 * is needed to resume the stream. Never throws, whatever the bytes are. Used by one thread at a
 * time.
 */
final class EventScanner {
  /** What a byte means. */
  enum Seen {
    /** The byte belongs to a line or to an event that is not complete yet. */
    INSIDE,
    /** The byte ends a comment or an empty line outside any event. */
    BETWEEN,
    /** The byte ends an event. {@link #hasData} and the others describe it until the next byte. */
    EVENT,
    /** The byte ends the byte order mark at the beginning of the source. */
    MARK
  }

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** A byte order mark can no longer follow. */
  private static final int PAST_MARK = -1;

  private final EventLine line = new EventLine();

  /** How many bytes of a byte order mark have come, or {@link #PAST_MARK}. */
  private int marked;

  private boolean afterReturn;
  private boolean pairs;
  private long retryMillis;

  // The current event.
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

  /** Begins with another source. The {@code retry} time of an earlier source still holds. */
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

  /**
   * Reads on within a line, which is as if each byte were given to {@link #next}: they are all
   * {@link Seen#INSIDE}. Returns where it has stopped: at the end of the line, at the end of the
   * bytes, or where it began if the next byte may be another matter.
   */
  int readOn(byte[] bytes, int start, int end) {
    if (ended || marked != PAST_MARK) {
      return start;
    }
    int stop = start;
    while (stop < end && bytes[stop] != '\n' && bytes[stop] != '\r') {
      stop++;
    }
    afterReturn &= stop == start;
    line.add(bytes, start, stop);
    return stop;
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
    if (line.is("id") && !line.hasNul()) { // Rule 10.3.
      id = line.header();
      idHash = line.idHash();
      reset = line.value("id").isEmpty();
      identified = !reset;
    }
    if (line.is("data") || line.is("event")) {
      data |= line.is("data");
      contentHash = RecentHashes.with(contentHash, line.hash());
    }
    if (line.is("retry")) {
      long millis = Digits.number(line.value("retry"));
      retryMillis = millis < 0 ? retryMillis : millis;
    }
  }

  /** Returns whether an event, and not only a comment, has begun and is not complete. */
  boolean isWithinEvent() {
    return (fields && !ended) || !(line.isEmpty() || line.isComment());
  }

  /** Returns whether the event so far has data; without data, readers use only its id. */
  boolean hasData() {
    return data;
  }

  /** Returns whether the event so far has an id that is not empty. */
  boolean hasId() {
    return identified;
  }

  /** Returns whether the event resets the last event id, by an empty one. */
  boolean resetsId() {
    return reset;
  }

  /**
   * Returns the id as the value of a header field; null if there is none, or if it cannot be sent
   * back unchanged.
   */
  String id() {
    return id;
  }

  /** Returns the hash of the id, for an event that {@link #hasId}. */
  long idHash() {
    return idHash;
  }

  /** Returns the hash of the type and the data of the event. */
  long contentHash() {
    return contentHash;
  }

  /** Returns whether any line has ended with a carriage return and a line feed. */
  boolean hasPairs() {
    return pairs;
  }

  /**
   * Returns how many milliseconds the server wants clients to wait before they reconnect; 0 until
   * it sends a {@code retry} field.
   */
  long retryMillis() {
    return retryMillis;
  }

  /**
   * One line of server-sent events, without its line end. Of a long line only the beginning is
   * kept: no field that matters is longer.
   */
  private static final class EventLine {
    /** The longest id that is sent back: servers limit the total size of all header fields. */
    private static final int LONGEST_ID = 1024;

    private final byte[] kept = new byte["id: ".length() + LONGEST_ID];

    /** How many bytes are kept. */
    private int length;

    private boolean isLonger;
    private boolean hasNul;
    private long hash;

    EventLine() {
      clear();
    }

    void clear() {
      length = 0;
      isLonger = false;
      hasNul = false;
      hash = RecentHashes.NOTHING;
    }

    void add(byte b) {
      add(new byte[] {b}, 0, 1);
    }

    void add(byte[] bytes, int start, int end) {
      hash = RecentHashes.with(hash, bytes, start, end);
      boolean isId = start < end && (length == 0 ? bytes[start] : kept[0]) == 'i'; // Perhaps.
      for (int i = start; isId && i < end; i++) {
        hasNul |= bytes[i] == 0;
      }
      int count = Math.min(end - start, kept.length - length);
      System.arraycopy(bytes, start, kept, length, count);
      length += count;
      isLonger |= count < end - start;
    }

    boolean isEmpty() {
      return length == 0;
    }

    boolean isComment() {
      return length > 0 && kept[0] == ':';
    }

    /** Returns whether there is a NUL in an {@code id} field. */
    boolean hasNul() {
      return hasNul;
    }

    /** Returns whether the line is a field of that name. */
    boolean is(String name) {
      int end = name.length();
      boolean fits = length == end || (length > end && kept[end] == ':');
      for (int i = 0; fits && i < end; i++) {
        fits = kept[i] == name.charAt(i);
      }
      return fits;
    }

    /**
     * Returns the value of a field in Latin-1; of a long line, only its beginning. A single space
     * before the value is not part of it.
     *
     * @param name the field's name
     */
    String value(String name) {
      int start = Math.min(name.length() + 1, length);
      start += start < length && kept[start] == ' ' ? 1 : 0;
      return new String(kept, start, length - start, StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the value of an {@code id} field as a header field, or null if it cannot be sent back
     * unchanged: clients and servers strip a space at either end and disagree about other
     * characters.
     */
    String header() {
      String id = value("id");
      boolean isSendable = !isLonger && !id.isEmpty() && id.length() <= LONGEST_ID;
      for (int i = 0; i < id.length(); i++) {
        char c = id.charAt(i);
        boolean isInside = i > 0 && i < id.length() - 1;
        isSendable &= c < 0x7f && (c > ' ' || (c == ' ' && isInside));
      }
      return isSendable ? id : null;
    }

    /** Returns the hash of the value of an {@code id} field. */
    long idHash() {
      if (isLonger) {
        return hash;
      }
      byte[] value = value("id").getBytes(StandardCharsets.ISO_8859_1);
      return RecentHashes.with(RecentHashes.NOTHING, value, 0, value.length);
    }

    /** Returns the hash of all bytes of the line. */
    long hash() {
      return hash;
    }
  }
}
