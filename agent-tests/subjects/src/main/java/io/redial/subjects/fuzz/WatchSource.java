package io.redial.subjects.fuzz;

import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A Kubernetes watch, or a request that only looks like one. */
final class WatchSource implements Source {
  private static final int BEGIN = 1000;
  private static final int MOST = 20;
  private static final Step.Kind[] ENDS = {
    Step.Kind.EMPTY, Step.Kind.EMPTY, Step.Kind.FORBIDDEN, Step.Kind.EXPIRED, Step.Kind.NOT_FOUND
  };
  private static final String EXPIRED =
      "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":"
          + "\"Failure\",\"reason\":\"Expired\",\"message\":\"too old\",\"code\":410}}\n";

  private final String target;
  private final boolean resumable;
  private final boolean bounded;
  private final boolean bookmarks;
  private final boolean slow;
  private final SplittableRandom random;
  private final List<Event> events = new ArrayList<>();
  private boolean errorSent;
  private boolean expired;

  /** Whether another watch was had, even if an empty one: half an event from before it is void. */
  private boolean resumed;

  private String fault;

  /** One line. */
  private static final class Event {
    final int version;
    final boolean bookmark;
    final byte[] line;

    Event(int version, boolean bookmark, String line) {
      this.version = version;
      this.bookmark = bookmark;
      this.line = line.getBytes(StandardCharsets.UTF_8);
    }
  }

  WatchSource(String folder, boolean slow, SplittableRandom random) {
    this.slow = slow;
    this.random = random.split();
    int lot = slow ? 9 : random.nextInt(10);
    resumable = lot > 1;
    bounded = random.nextBoolean();
    bookmarks = random.nextInt(3) == 0;
    target =
        folder
            + (lot == 0 ? "files/pods" : "api/v1/pods")
            + "?watch=true&resourceVersion="
            + BEGIN
            + (bounded ? "&timeoutSeconds=60" : "")
            + (bookmarks ? "&allowWatchBookmarks=true" : "")
            + (lot == 1 ? "&X-Amz-Signature=5f" : "");
    int version = BEGIN;
    int count = 2 + random.nextInt(MOST);
    for (int i = 0; i < count; i++) {
      version += 1 + random.nextInt(3);
      boolean bookmark = i > 0 && random.nextInt(6) == 0;
      events.add(new Event(version, bookmark, line(version, bookmark, random)));
    }
  }

  private static String line(int version, boolean bookmark, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(random.nextInt(8) == 0 ? 20_000 : 300);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    String gap = random.nextBoolean() ? " " : "";
    String decoy = random.nextBoolean() ? "{\\\"resourceVersion\\\":\\\"7\\\"}\\u00e9" : "\u00e9";
    return "{\"type\":"
        + gap
        + (bookmark ? "\"BOOKMARK\"" : "\"MODIFIED\"")
        + ",\"object\":"
        + gap
        + "{\"kind\":\"Pod\",\"spec\":{\"resourceVersion\":\"8\",\"text\":\""
        + decoy
        + text
        + "\"},\"metadata\":{\"name\":\"a\",\"resourceVersion\":"
        + gap
        + "\""
        + version
        + "\"}}}\n";
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public Step.Kind between(SplittableRandom drawn) {
    int lot = drawn.nextInt(6);
    return lot == 0 ? Step.Kind.BUSY : lot == 1 ? Step.Kind.ERROR_EVENT : Step.Kind.HONEST;
  }

  @Override
  public Step.Kind last(SplittableRandom drawn) {
    if (!resumable) {
      return Step.Kind.HONEST;
    }
    if (drawn.nextInt(3) == 0) {
      return ENDS[drawn.nextInt(ENDS.length)];
    }
    return Step.Kind.HONEST;
  }

  /** Even if it asks for what was asked for first: that is where the first part ended. */
  @Override
  public boolean asksForTheRest(Served request) {
    return resumable && !request.text("resourceVersion").equals(Integer.toString(BEGIN));
  }

  @Override
  public Due answer(Served request, Step step) throws IOException {
    if (!resumable && !request.target().equals(target)) {
      complain("asked for " + request.target() + " instead of " + target);
    }
    int from = 0;
    while (from < events.size()
        && events.get(from).version <= request.number("resourceVersion", BEGIN)) {
      from++;
    }
    boolean told = "true".equals(request.text("allowWatchBookmarks"));
    switch (step.kind) {
      case BUSY:
        step.wire.send(request, 503, false, new byte[9], "Retry-After", "0");
        return resumable ? Due.OPEN : Due.ANY;
      case FORBIDDEN:
        step.wire.send(request, 403, false, new byte[20]);
        return refused();
      case NOT_FOUND:
        step.wire.send(request, 404, false, new byte[20]);
        return refused();
      case EXPIRED:
        expire();
        step.wire.send(
            request,
            410,
            false,
            EXPIRED
                .substring(EXPIRED.indexOf("{\"kind"), EXPIRED.length() - 2)
                .getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "application/json");
        return Due.ANY;
      case EMPTY:
        send(request, step.wire, "");
        return refused();
      case ERROR_EVENT:
        noteError();
        send(
            request,
            step.wire,
            text(from, from + random.nextInt(events.size() - from + 1), told) + error());
        return Due.OPEN;
      default:
        return honest(request, step.wire, text(from, events.size(), told));
    }
  }

  /** A watch without an end of its own ends when its version is too old. */
  private Due honest(Served request, Wire wire, String text) throws IOException {
    boolean expires = wire.isWhole() && resumable && !bounded;
    if (expires) {
      expire();
    }
    send(request, wire, expires ? text + EXPIRED : text);
    return expires ? Due.ANY : wire.isWhole() ? Due.WHOLE : Due.OPEN;
  }

  private void send(Served request, Wire wire, String text) throws IOException {
    if (wire.isWhole() && asksForTheRest(request)) {
      synchronized (this) {
        resumed = true;
      }
    }
    wire.send(
        request,
        200,
        true,
        text.getBytes(StandardCharsets.UTF_8),
        "Content-Type",
        "application/json");
  }

  private String text(int from, int to, boolean withBookmarks) {
    StringBuilder text = new StringBuilder();
    for (Event event : events.subList(from, to)) {
      if (withBookmarks || !event.bookmark) {
        text.append(new String(event.line, StandardCharsets.UTF_8));
      }
    }
    return text.toString();
  }

  private String error() {
    int seconds = slow ? 20 : random.nextInt(2);
    return "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":"
        + "\"Failure\",\"reason\":\"Timeout\",\"details\":{\"retryAfterSeconds\":"
        + seconds
        + "},\"code\":504}}\n";
  }

  private synchronized void complain(String what) {
    fault = what;
  }

  private synchronized void noteError() {
    errorSent = true;
  }

  /** An error event that was kept is delivered after all, and may be followed by the end. */
  @Override
  public synchronized Due refused() {
    return errorSent ? Due.ANY : Due.ERROR;
  }

  private synchronized void expire() {
    expired = true;
  }

  @Override
  public synchronized String fault(byte[] arrived, boolean clean, boolean resumes, Due due) {
    if (fault != null) {
      return fault;
    }
    String all = text(0, events.size(), bookmarks);
    byte[] whole = all.getBytes(StandardCharsets.UTF_8);
    String text = new String(arrived, StandardCharsets.UTF_8);
    if (Texts.same(whole, arrived) == arrived.length) { // It may end within a character.
      boolean half = !text.isEmpty() && !text.endsWith("\n");
      if (half && resumes && resumable && (clean || resumed)) {
        return "half an event is the last: " + text.length() + " of " + all.length();
      }
      return due == Due.WHOLE && clean && text.length() < all.length()
          ? "ended in order after " + text.length() + " characters of " + all.length()
          : null;
    }
    // Otherwise an error is the last that it has.
    int last = text.lastIndexOf('\n', text.length() - 2) + 1;
    if (!resumable && Texts.beginsAnew(arrived, whole)) {
      return null;
    }
    boolean error = (expired || errorSent) && text.startsWith("{\"type\":\"ERROR\"", last);
    return error && text.endsWith("\n") && all.startsWith(text.substring(0, last))
        ? null
        : "wrong events: " + Texts.difference(whole, arrived);
  }

  @Override
  public boolean isUnfiltered(byte[] arrived) {
    byte[] all = text(0, events.size(), true).getBytes(StandardCharsets.UTF_8);
    return Texts.same(all, arrived) == arrived.length;
  }

  @Override
  public boolean couldGoOn(byte[] arrived) {
    return resumable;
  }

  @Override
  public String toString() {
    return events.size() + " changes at " + target;
  }
}
