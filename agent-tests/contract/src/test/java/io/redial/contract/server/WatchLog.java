package io.redial.contract.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The changes of Kubernetes objects, sent on as an API server does it: those after {@code
 * resourceVersion}, with bookmarks if they are asked for; without a version, or with 0, first the
 * objects that there are, in no order of their versions; and with {@code sendInitialEvents} the
 * bookmark that ends these. Versions have gaps. Immutable.
 */
public final class WatchLog extends ReplayedLog {
  private static final Answer HEAD = Answer.of(200).header("Content-Type", "application/json");
  private static final String STATUS =
      "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
          + "\"message\":\"too old resource version: 1 (2)\",\"reason\":\"REASON\",\"code\":CODE}";

  private final List<Entry> initial;
  private final List<Entry> changes;

  /** An event as it is on the wire. */
  private record Entry(long version, boolean bookmark, String line) {
    byte[] bytes() {
      return line.getBytes(StandardCharsets.UTF_8);
    }
  }

  private WatchLog(List<Entry> initial, List<Entry> changes) {
    this.initial = initial;
    this.changes = changes;
  }

  /** So many changes, and a bookmark after each tenth. */
  public static WatchLog of(int count) {
    return of(count, 10);
  }

  /** So many changes, and a bookmark after so many of them each. */
  public static WatchLog of(int count, int bookmarkEach) {
    List<Entry> changes = new ArrayList<>();
    Random random = new Random(count);
    long version = 1000;
    for (int i = 0; i < count; i++) {
      version += 1 + random.nextInt(9);
      changes.add(change("MODIFIED", "pod-" + i, version, random.nextInt(150)));
      if ((i + 1) % bookmarkEach == 0) {
        version += 1 + random.nextInt(9);
        changes.add(bookmark(version, ""));
      }
    }
    List<Entry> initial =
        List.of(
            change("ADDED", "old-a", 700, 20),
            change("ADDED", "old-b", 900, 20),
            change("ADDED", "old-c", 800, 20));
    return new WatchLog(initial, List.copyOf(changes));
  }

  /** Its first changes, bookmarks counted too. */
  public WatchLog first(int count) {
    return new WatchLog(initial, changes.subList(0, count));
  }

  /** With one more line that has no version. */
  public WatchLog with(String line) {
    List<Entry> more = new ArrayList<>(changes);
    more.add(new Entry(lastVersion() + 1, false, line));
    return new WatchLog(initial, List.copyOf(more));
  }

  /** With an event that says that the version is too old, or whatever the code is. */
  public WatchLog withError(int code) {
    return with("{\"type\":\"ERROR\",\"object\":" + status(code) + "}\n");
  }

  /** An answer that says that the version is too old, or whatever the code is. */
  public static Answer refusal(int code) {
    String pretty = status(code).replace("{", "{\n  ").replace(",\"", ",\n  \"") + "\n";
    return Answer.of(code).header("Content-Type", "application/json").body(pretty);
  }

  private static String status(int code) {
    String reason = code == 410 ? "Expired" : "InternalError";
    return STATUS.replace("REASON", reason).replace("CODE", Integer.toString(code));
  }

  private static Entry change(String type, String name, long version, int filling) {
    String object =
        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\""
            + name
            + "\",\"annotations\":{\"resourceVersion\":\"7\",\"note\":\"say \\\"ü\\\" }{\"},"
            + "\"resourceVersion\":\""
            + version
            + "\"},\"spec\":{\"text\":\""
            + ".".repeat(filling)
            + "\",\"metadata\":{\"resourceVersion\":\"5\"}}}";
    return entry(version, false, "{\"type\":\"" + type + "\",\"object\":" + object + "}\n");
  }

  private static Entry bookmark(long version, String annotations) {
    return entry(
        version,
        true,
        "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{"
            + "\"resourceVersion\":\""
            + version
            + "\",\"creationTimestamp\":null"
            + annotations
            + "},\"spec\":{\"containers\":null},\"status\":{}}}\n");
  }

  private static Entry entry(long version, boolean bookmark, String line) {
    return new Entry(version, bookmark, line);
  }

  /** The version of the change of that number, from 0, bookmarks counted too. */
  public long version(int change) {
    return changes.get(change).version();
  }

  private long lastVersion() {
    return changes.isEmpty() ? 1000 : version(changes.size() - 1);
  }

  /** The version of the list before the first change. */
  public static long listVersion() {
    return 1000;
  }

  /** Digests of all changes without bookmarks, as bytes and as lines. */
  public List<String> digests() {
    return digests(bytes(false));
  }

  /** All changes, with bookmarks or without. */
  public String text(boolean bookmarks) {
    return new String(bytes(bookmarks), StandardCharsets.UTF_8);
  }

  /** All changes, with bookmarks or without. */
  public byte[] bytes(boolean bookmarks) {
    return joined(
        changes.stream()
            .filter(entry -> bookmarks || !entry.bookmark())
            .map(Entry::bytes)
            .toList());
  }

  /** The objects that there were before the first change. */
  public String initialText() {
    byte[] bytes = joined(initial.stream().map(Entry::bytes).toList());
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The value of a parameter of a request's query, or null. */
  public static String parameter(Attempt attempt, String name) {
    String target = attempt.target();
    for (String pair : target.substring(target.indexOf('?') + 1).split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        return pair.substring(name.length() + 1);
      }
    }
    return null;
  }

  @Override
  List<byte[]> events() {
    return changes.stream().map(Entry::bytes).toList();
  }

  @Override
  Answer head() {
    return HEAD;
  }

  @Override
  List<byte[]> answerTo(Attempt attempt) {
    boolean bookmarks = "true".equals(parameter(attempt, "allowWatchBookmarks"));
    boolean initially = "true".equals(parameter(attempt, "sendInitialEvents"));
    String asked = parameter(attempt, "resourceVersion");
    boolean anew = initially || asked == null || asked.isEmpty() || asked.equals("0");
    long after = anew ? listVersion() : Long.parseLong(asked);
    List<Entry> answer = new ArrayList<>();
    if (anew) {
      answer.addAll(initial);
    }
    if (initially && bookmarks) {
      answer.add(
          bookmark(listVersion(), ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}"));
    }
    changes.stream()
        .filter(entry -> entry.version() > after && (bookmarks || !entry.bookmark()))
        .forEach(answer::add);
    return answer.stream().map(Entry::bytes).toList();
  }
}
