package io.redial.policy.stream;

import io.redial.policy.Digits;
import io.redial.policy.HeaderFields;
import io.redial.policy.HttpDate;
import io.redial.policy.RequestFacts;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Decides how a download that breaks off can be resumed (rule 10.2; RFC 9110 §14): which responses
 * allow it, and whether an answer to {@code Range: bytes=N-} with {@code If-Range} continues that
 * very representation. Strict on purpose: if anything is uncertain, the body is not resumed (rule
 * 10.5). Immutable.
 */
public final class RangePlan {
  private static final int OK = 200;
  private static final int PARTIAL = 206;
  private static final int UNSATISFIABLE = 416;

  /**
   * How much older than the response its last change has to be: changes within the same second have
   * the same date (RFC 9110 §8.8.2.2).
   */
  private static final long CERTAIN_SECONDS = TimeUnit.MINUTES.toSeconds(1);

  private static final String BYTES = "bytes ";

  private final long total;

  /** The strong entity tag, or null. */
  private final String tag;

  /** The date of the last change, or null. Without a tag, it identifies the representation. */
  private final String modified;

  private RangePlan(long total, String tag, String modified) {
    this.total = total;
    this.tag = tag;
    this.modified = modified;
  }

  /**
   * Looks at a response whose body is about to be read.
   *
   * @return null if its body cannot be resumed
   */
  public static RangePlan of(RequestFacts request, int status, HeaderFields headers, Clock clock) {
    if (status != OK
        || !request.method().equals("GET")
        || request.headers().has("Range")
        || headers.has("Content-Range")
        || headers.has("Transfer-Encoding")
        || !isIdentity(headers)
        || isOnly("none", headers.all("Accept-Ranges"))) {
      return null;
    }
    long total = number(only(headers.all("Content-Length")));
    String tag = strongTag(headers);
    String modified =
        tag == null ? certainDate(headers, clock) : only(headers.all("Last-Modified"));
    return total <= 0 || (tag == null && modified == null)
        ? null
        : new RangePlan(total, tag, modified);
  }

  /** Returns the length of the whole body in bytes; positive. */
  public long total() {
    return total;
  }

  /**
   * Sets the header fields that ask for the rest: {@code Range}, {@code If-Range} and, because the
   * body so far was not encoded, {@code Accept-Encoding: identity}.
   *
   * @param received how many bytes of the body there are already
   */
  public void ask(long received, BiConsumer<String, String> header) {
    header.accept("Range", "bytes=" + received + "-");
    header.accept("If-Range", tag != null ? tag : modified);
    header.accept("Accept-Encoding", "identity");
  }

  /**
   * Judges the answer to a range request.
   *
   * @param received how many bytes of the body there are already
   */
  public ResumeVerdict judge(long received, int status, HeaderFields headers) {
    if (status == UNSATISFIABLE) {
      boolean hasAll = received == total && ("bytes */" + total).equals(contentRange(headers));
      return hasAll ? ResumeVerdict.COMPLETE : ResumeVerdict.REFUSED;
    }
    boolean continues =
        status == PARTIAL
            && isIdentity(headers)
            && !isMultipart(headers)
            && isSame(headers)
            && begins(received, headers);
    return continues ? ResumeVerdict.CONTINUES : ResumeVerdict.REFUSED;
  }

  /**
   * Returns where the part in an answer ends, as a position in the whole body. Bytes that the
   * server sends beyond it are not part of the body.
   *
   * @param headers of an answer that {@link ResumeVerdict#CONTINUES}
   */
  public static long endOf(HeaderFields headers) {
    String range = contentRange(headers);
    return number(range.substring(range.indexOf('-') + 1, range.indexOf('/'))) + 1;
  }

  /**
   * Returns whether an answer is of the same representation. A 206 must repeat the entity tag (RFC
   * 9110 §15.3.7), but may omit the date. A validator that the response did not have stands for
   * another representation.
   */
  private boolean isSame(HeaderFields headers) {
    List<String> dates = headers.all("Last-Modified");
    boolean hasTag = tag == null ? !headers.has("ETag") : tag.equals(only(headers.all("ETag")));
    return hasTag && (dates.isEmpty() || (modified != null && modified.equals(only(dates))));
  }

  /**
   * Returns whether {@code Content-Range} begins at {@code received}, e.g. {@code bytes
   * 500-999/1000}, and agrees with both lengths. A multipart answer has none.
   */
  private boolean begins(long received, HeaderFields headers) {
    String range = contentRange(headers);
    int dash = range.indexOf('-');
    int slash = range.indexOf('/');
    if (!range.startsWith(BYTES) || dash < 0 || slash < dash) {
      return false;
    }
    long first = Digits.number(range.substring(BYTES.length(), dash));
    long last = Digits.number(range.substring(dash + 1, slash));
    long length = last - received + 1;
    List<String> lengths = headers.all("Content-Length");
    return first == received
        && last >= first
        && last < total
        && Digits.number(range.substring(slash + 1)) == total
        && (lengths.isEmpty() || number(only(lengths)) == length);
  }

  private static String contentRange(HeaderFields headers) {
    String range = only(headers.all("Content-Range"));
    return range == null ? "" : range.trim();
  }

  /** Returns whether a body is neither compressed nor otherwise encoded. */
  static boolean isIdentity(HeaderFields headers) {
    List<String> encodings = headers.all("Content-Encoding");
    return encodings.isEmpty() || isOnly("identity", encodings);
  }

  /**
   * Returns whether a body has several parts, each with a head of its own within the body (RFC 9110
   * §14.6).
   */
  private static boolean isMultipart(HeaderFields headers) {
    for (String type : headers.all("Content-Type")) {
      if (type.trim().toLowerCase(Locale.ROOT).startsWith("multipart/byteranges")) {
        return true;
      }
    }
    return false;
  }

  private static String strongTag(HeaderFields headers) {
    String tag = only(headers.all("ETag"));
    // A weak tag says that the meaning is the same, not that the bytes are.
    return tag != null && tag.length() > 2 && isQuoted(tag) ? tag : null;
  }

  /**
   * Returns whether the tag is quoted and has only characters that every client sends back
   * unchanged. A valid tag may have others, too.
   */
  private static boolean isQuoted(String tag) {
    int last = tag.length() - 1;
    for (int i = 1; i < last; i++) {
      char c = tag.charAt(i);
      if (c <= ' ' || c == '"' || c >= 0x7f) {
        return false;
      }
    }
    return tag.charAt(0) == '"' && tag.charAt(last) == '"';
  }

  private static String certainDate(HeaderFields headers, Clock clock) {
    String modified = only(headers.all("Last-Modified"));
    String date = only(headers.all("Date"));
    if (modified == null || date == null || headers.has("ETag")) {
      return null; // A weak tag says that the server itself is not certain.
    }
    long century = TimeUnit.MILLISECONDS.toSeconds(clock.wallMillis());
    long now = HttpDate.epochSeconds(date, century);
    long changed = HttpDate.epochSeconds(modified, century);
    boolean certain =
        now != HttpDate.INVALID && changed != HttpDate.INVALID && now - changed >= CERTAIN_SECONDS;
    return certain ? modified : null;
  }

  private static boolean isOnly(String value, List<String> lines) {
    String line = only(lines);
    return line != null && line.trim().equalsIgnoreCase(value);
  }

  /** Returns the only line, or null unless there is exactly one. */
  private static String only(List<String> lines) {
    return lines.size() == 1 ? lines.get(0) : null;
  }

  /** Returns the number, or -1 if the text is not a number or too large a one. */
  private static long number(String text) {
    long number = text == null ? -1 : Digits.number(text.trim());
    return number == Long.MAX_VALUE ? -1 : number;
  }
}
