package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.BiConsumer;

/** The plan for a download whose rest the server sends on request (rule 10.2). */
final class RangeStream extends StreamPlan {
  private final RangePlan plan;
  private long received;

  /** Where the current source ends, as a position in the whole body. */
  private long end;

  private boolean resumed;
  private boolean progressed;
  private boolean overrun;

  /** Where the application's own response comes from; null if that is not known. */
  private String place;

  RangeStream(RangePlan plan) {
    this.plan = plan;
    this.end = plan.total();
  }

  @Override
  public ByteBuffer take(ByteBuffer bytes) {
    passed(bytes.remaining());
    return overrun ? NOTHING : bytes;
  }

  @Override
  public boolean isVerbatim() {
    return true;
  }

  @Override
  public void passed(long count) {
    if (resumed && count > end - received) {
      overrun = true; // More than the source announced, so none of it can be trusted.
      return;
    }
    progressed |= count > 0;
    received += count;
  }

  @Override
  public boolean isWhole() {
    return received >= plan.total();
  }

  @Override
  public Next next() {
    return overrun ? Next.ABANDON : Next.READ;
  }

  /** Asks for more if a server sent less of the rest than it was asked for. */
  @Override
  protected boolean afterEnd() {
    return resumed && !isWhole();
  }

  @Override
  protected boolean afterCut() {
    return !overrun && received <= plan.total();
  }

  @Override
  public boolean endsInOrder() {
    return super.endsInOrder() && !overrun && (!resumed || isWhole());
  }

  @Override
  public void ask(BiConsumer<String, String> header) {
    plan.ask(received, header);
  }

  @Override
  public void sent() {
    resumed = true;
    progressed = false;
  }

  /**
   * Returns whether the rest comes from the same scheme, host and path as the body. After a
   * redirect to another path, even the same tag and length can be those of another version. The
   * query may differ, because signed URLs expire.
   */
  @Override
  public boolean comesFrom(String uri) {
    String from = place(uri);
    if (!resumed) {
      place = from;
    }
    return from.equals(place);
  }

  /** Returns a URI without its query, and with its scheme, host and port in one form. */
  static String place(String uri) {
    int end = 0;
    while (end < uri.length() && uri.charAt(end) != '?' && uri.charAt(end) != '#') {
      end++;
    }
    int authority = uri.indexOf("://") + 3;
    int slash = uri.indexOf('/', authority);
    int path = slash < 0 ? end : Math.min(slash, end);
    String origin = uri.substring(0, path).toLowerCase(Locale.ROOT);
    String port = origin.startsWith("https:") ? ":443" : ":80";
    if (origin.endsWith(port)) {
      origin = origin.substring(0, origin.length() - port.length());
    }
    return origin + (path == end ? "/" : uri.substring(path, end));
  }

  @Override
  public ResumeVerdict judge(int status, HeaderFields headers, long length) {
    ResumeVerdict answer = plan.judge(received, status, headers);
    if (answer != ResumeVerdict.CONTINUES) {
      return answer;
    }
    end = RangePlan.endOf(headers);
    // A client that has decoded the body may no longer show that it was encoded.
    return length != AS_SENT && length != end - received ? ResumeVerdict.REFUSED : answer;
  }

  @Override
  public boolean hasProgressed() {
    return progressed;
  }
}
