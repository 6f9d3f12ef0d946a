package io.redial.subjects.fuzz;

import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file. */
final class RangeSource implements Source {
  private static final int[] SIZES = {2, 50, 3000, 3000, 20_000, 20_000, 70_000, 400_000};
  private static final Pattern RANGE = Pattern.compile("bytes=([0-9]+)-");
  private static final String DATE = "Thu, 26 Nov 2026 10:00:00 GMT";
  private static final String CHANGED = "Thu, 26 Nov 2026 09:00:00 GMT";
  private static final String CHANGED_AGAIN = "Thu, 26 Nov 2026 09:30:00 GMT";
  private static final Step.Kind[] WRONG = {
    Step.Kind.OTHER_VALIDATOR,
    Step.Kind.NEW_VALIDATOR,
    Step.Kind.FULL,
    Step.Kind.OTHER_TOTAL,
    Step.Kind.OTHER_START,
    Step.Kind.MULTIPART,
    Step.Kind.ENCODED,
    Step.Kind.NOT_FOUND,
    Step.Kind.MOVED_PATH,
    Step.Kind.MOVED_HOST,
    Step.Kind.NO_CONTENT
  };

  private final String folder;
  private final boolean redirected;
  private final boolean tagged;
  private final byte[] file;
  private final byte[] other;
  private final boolean untold;
  private int furthest;
  private String fault;

  RangeSource(String folder, boolean redirects, SplittableRandom random) {
    this.folder = folder;
    redirected = redirects && random.nextInt(3) == 0;
    tagged = random.nextInt(4) > 0;
    untold = random.nextInt(12) == 0;
    file = new byte[1 + random.nextInt(SIZES[random.nextInt(SIZES.length)])];
    other = new byte[file.length];
    for (int i = 0; i < file.length; i++) {
      file[i] = (byte) random.nextInt(128);
      other[i] = (byte) (file[i] ^ 0x55);
    }
  }

  @Override
  public String target() {
    return folder + (redirected ? "latest/1" : "v1/1");
  }

  @Override
  public Step.Kind between(SplittableRandom random) {
    int lot = random.nextInt(10);
    return lot < 2 ? Step.Kind.BUSY : lot < 4 ? Step.Kind.SHORT : Step.Kind.HONEST;
  }

  @Override
  public Step.Kind last(SplittableRandom random) {
    int lot = random.nextInt(20);
    if (lot == 0) {
      return Step.Kind.CHUNKED;
    }
    Step.Kind kind = lot < 12 ? Step.Kind.HONEST : WRONG[random.nextInt(WRONG.length)];
    boolean apt =
        kind == Step.Kind.NEW_VALIDATOR
            ? !tagged
            : redirected || (kind != Step.Kind.MOVED_PATH && kind != Step.Kind.MOVED_HOST);
    return apt ? kind : Step.Kind.HONEST;
  }

  @Override
  public boolean asksForTheRest(Served request) {
    return request.header("Range") != null;
  }

  /** A redirect says where the file is now, and the place of each step is asked with a query. */
  static boolean isRedirect(Served request) {
    return request.target().contains("/latest/");
  }

  /** Answers with the place at which a file is that may have been changed meanwhile. */
  void redirect(Served request, Step step, Wire wire, int number, String url) throws IOException {
    boolean rest = asksForTheRest(request);
    String place = rest && step.kind == Step.Kind.MOVED_PATH ? "v2/1" : "v1/1";
    String host =
        rest && step.kind == Step.Kind.MOVED_HOST ? url.replace("127.0.0.1", "localhost") : "";
    String query = "?signature=" + number + (host.isEmpty() ? "" : "&mirror=1");
    wire.send(request, 302, false, new byte[0], "Location", host + folder + place + query);
  }

  @Override
  public Due answer(Served request, Step step) throws IOException {
    if (!asksForTheRest(request)) {
      int sent = step.wire.send(request, 200, untold, file, headers(tagged, false));
      reach(sent);
      return step.wire.isWhole() ? Due.WHOLE : untold ? Due.ANY : Due.OPEN;
    }
    Matcher range = RANGE.matcher(request.header("Range"));
    if (!range.matches()) {
      complain("asked for " + request.header("Range"));
      return Due.ANY;
    }
    int from = Integer.parseInt(range.group(1));
    if (!isReached(from)) {
      complain("asked for the rest from " + from + ", but got no more than " + furthest);
    }
    String validator = tagged ? "\"v1\"" : CHANGED;
    if (!validator.equals(request.header("If-Range"))) {
      complain("asked with If-Range: " + request.header("If-Range"));
    }
    if (from >= file.length) {
      step.wire.send(request, 416, false, new byte[0], "Content-Range", "bytes */" + file.length);
      return Due.ANY;
    }
    return rest(request, step, from);
  }

  private Due rest(Served request, Step step, int from) throws IOException {
    boolean moved = request.target().contains("/v2/") || request.target().contains("mirror=1");
    byte[] body = moved ? other : file;
    switch (step.kind) {
      case BUSY:
        step.wire.send(request, 503, false, new byte[9], "Retry-After", "0");
        return Due.OPEN;
      case SHORT:
        return part(request, step, from, from + 1 + (file.length - from) / 2);
      case CHUNKED:
        step.wire.send(
            request, 206, true, rest(body, from), range(from, file.length, tagged, false));
        return Due.ANY;
      case OTHER_VALIDATOR:
        return wrong(request, step, 206, rest(other, from), range(from, file.length, tagged, true));
      case NEW_VALIDATOR:
        return wrong(request, step, 206, rest(other, from), range(from, file.length, true, false));
      case FULL:
        return wrong(request, step, 200, other, headers(tagged, true));
      case OTHER_TOTAL:
        return wrong(
            request, step, 206, rest(other, from), range(from, file.length + 1, tagged, false));
      case OTHER_START:
        return wrong(
            request, step, 206, rest(other, from), range(from + 1, file.length, tagged, false));
      case MULTIPART:
        return wrong(
            request,
            step,
            206,
            rest(other, from),
            with(
                range(from, file.length, tagged, false),
                "Content-Type",
                "multipart/byteranges; boundary=x"));
      case ENCODED:
        return wrong(
            request,
            step,
            206,
            rest(other, from),
            with(range(from, file.length, tagged, false), "Content-Encoding", "br"));
      case NOT_FOUND:
        return wrong(request, step, 404, new byte[20]);
      case NO_CONTENT:
        return wrong(request, step, 204, new byte[0]);
      default:
        if (moved) {
          return wrong(
              request, step, 206, rest(other, from), range(from, file.length, tagged, false));
        }
        int sent =
            step.wire.send(
                request, 206, false, rest(file, from), range(from, file.length, tagged, false));
        reach(from + sent);
        return step.wire.isWhole() ? Due.WHOLE : Due.OPEN;
    }
  }

  private Due part(Served request, Step step, int from, int to) throws IOException {
    String[] headers = range(from, file.length, tagged, false);
    headers[1] = "bytes " + from + "-" + (to - 1) + "/" + file.length;
    int sent = step.wire.send(request, 206, false, Arrays.copyOfRange(file, from, to), headers);
    reach(from + sent);
    return to == file.length && step.wire.isWhole() ? Due.WHOLE : Due.OPEN;
  }

  private static Due wrong(Served request, Step step, int status, byte[] body, String... headers)
      throws IOException {
    step.wire.send(request, status, false, body, headers);
    return Due.ERROR;
  }

  private String[] headers(boolean tag, boolean changed) {
    return tag
        ? new String[] {"ETag", changed ? "\"v2\"" : "\"v1\"", "Accept-Ranges", "bytes"}
        : new String[] {"Last-Modified", changed ? CHANGED_AGAIN : CHANGED, "Date", DATE};
  }

  private String[] range(int from, int total, boolean tag, boolean changed) {
    return with(
        new String[] {"Content-Range", "bytes " + from + "-" + (file.length - 1) + "/" + total},
        headers(tag, changed));
  }

  private static String[] with(String[] headers, String... more) {
    String[] all = Arrays.copyOf(headers, headers.length + more.length);
    System.arraycopy(more, 0, all, headers.length, more.length);
    return all;
  }

  private static byte[] rest(byte[] all, int from) {
    return Arrays.copyOfRange(all, from, all.length);
  }

  private synchronized void reach(int place) {
    furthest = Math.max(furthest, place);
    notifyAll();
  }

  /** The next request may be faster than the thread that has answered the one before. */
  private synchronized boolean isReached(int place) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    try {
      while (place > furthest && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.timedWait(this, 50);
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    return place <= furthest;
  }

  private synchronized void complain(String what) {
    fault = what;
  }

  @Override
  public synchronized String fault(byte[] arrived, boolean clean, boolean resumes, Due due) {
    if (fault != null) {
      return fault;
    }
    int same = Texts.same(arrived, file);
    if (same < arrived.length && !(untold && Texts.beginsAnew(arrived, file))) {
      return "byte " + same + " of " + arrived.length + " is wrong, of " + file.length;
    }
    return clean && same < file.length && !untold
        ? "ended in order after " + same + " bytes of " + file.length
        : null;
  }

  @Override
  public boolean couldGoOn(byte[] arrived) {
    return !untold;
  }

  @Override
  public String toString() {
    return "a file of "
        + file.length
        + " bytes"
        + (redirected ? " behind a redirect" : "")
        + (tagged ? "" : " with a date")
        + (untold ? " whose length is not told" : "");
  }
}
