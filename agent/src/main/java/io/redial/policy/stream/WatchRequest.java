package io.redial.policy.stream;

import io.redial.policy.Digits;
import io.redial.policy.RequestFacts;
import io.redial.policy.Splitter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * A request for a Kubernetes watch as the application makes it (rule 10.4): {@code GET}, a path of
 * the Kubernetes API, {@code watch=true} or {@code watch=1} in its query, and events as JSON.
 * Immutable.
 */
final class WatchRequest {
  private static final String BOOKMARKS = "allowWatchBookmarks";
  private static final String VERSION = "resourceVersion";
  private static final String INITIAL_EVENTS = "sendInitialEvents";
  private static final String MATCH = "resourceVersionMatch";

  private static final List<String> STAGES = Arrays.asList("alpha", "beta");

  private final String query;

  private WatchRequest(String query) {
    this.query = query;
  }

  /** Returns the request for a watch, or null if the request asks for something else. */
  static WatchRequest of(RequestFacts request) {
    String query = request.query();
    if (query == null || !request.method().equals("GET")) {
      return null;
    }
    WatchRequest watch = new WatchRequest(query);
    return watch.isTrue("watch")
            && isOfKubernetes(request.path())
            && !watch.isSigned()
            && takesJson(request)
        ? watch
        : null;
  }

  /**
   * Returns whether a path contains what the paths of all resources have in common: {@code
   * /api/VERSION/} or {@code /apis/GROUP/VERSION/}. A proxy may add a part before it.
   */
  private static boolean isOfKubernetes(String path) {
    if (path == null) {
      return false;
    }
    int query = path.indexOf('?');
    List<String> segments = Splitter.of(query < 0 ? path : path.substring(0, query), '/');
    for (int i = 2; i < segments.size() - 1; i++) {
      String before = segments.get(i - 1);
      boolean isOfGroup = i > 2 && segments.get(i - 2).equals("apis") && !before.isEmpty();
      if ((before.equals("api") || isOfGroup) && isVersion(segments.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a segment is a version: {@code v1}, {@code v1beta2}, {@code v2alpha1}. */
  private static boolean isVersion(String segment) {
    for (String stage : STAGES) {
      int at = segment.indexOf(stage);
      if (at >= 0) {
        return isRelease(segment.substring(0, at))
            && Digits.number(segment.substring(at + stage.length())) >= 0;
      }
    }
    return isRelease(segment);
  }

  private static boolean isRelease(String version) {
    return version.startsWith("v") && Digits.number(version.substring(1)) >= 0;
  }

  /**
   * Returns whether the query has a signature, e.g. {@code X-Amz-Signature} or {@code sig}. A
   * server rejects a signed URL to which a parameter was added.
   */
  private boolean isSigned() {
    for (String parameter : Splitter.of(query, '&')) {
      String name = name(parameter).toLowerCase(Locale.ROOT);
      if (name.equals("sig") || name.endsWith("signature")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the application accepts events as JSON. Tables contain no objects, and other
   * representations do not consist of lines.
   */
  private static boolean takesJson(RequestFacts request) {
    for (String accepted : request.headers().all("Accept")) {
      if (accepted.contains("as=Table")
          || accepted.contains("protobuf")
          || accepted.contains("cbor")) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether Redial asks for bookmarks itself. It does not if the application has decided
   * about them, even against them.
   */
  boolean lacksBookmarks() {
    return parameter(BOOKMARKS) == null;
  }

  /** Returns the target of a watch with a parameter that asks for bookmarks. */
  static String withBookmarks(String target) {
    int fragment = target.indexOf('#');
    String whole = fragment < 0 ? target : target.substring(0, fragment);
    return whole + "&" + BOOKMARKS + "=true" + (fragment < 0 ? "" : target.substring(fragment));
  }

  /**
   * Returns whether a parameter is true. Kubernetes accepts all values that Go does, but documents
   * only these.
   */
  boolean isTrue(String name) {
    String value = parameter(name);
    return value != null && (value.equals("true") || value.equals("1"));
  }

  /**
   * Returns the first value of a parameter as it is written in the query, or null if there is none.
   */
  String parameter(String name) {
    for (String parameter : Splitter.of(query, '&')) {
      if (name(parameter).equals(name)) {
        return parameter.substring(Math.min(parameter.length(), name.length() + 1));
      }
    }
    return null;
  }

  /**
   * Returns the application's target with the version from which to resume the watch: without the
   * parameters that ask for initial events, and otherwise byte for byte the same.
   *
   * @param target that of a watch: an absolute URI, or a path and query as on the wire
   */
  static String from(String version, String target) {
    int fragment = target.indexOf('#');
    String whole = fragment < 0 ? target : target.substring(0, fragment);
    int query = whole.indexOf('?') + 1;
    StringJoiner parameters = new StringJoiner("&", whole.substring(0, query), "");
    String resumed = VERSION + "=" + version;
    boolean hasVersion = false;
    for (String parameter : Splitter.of(whole.substring(query), '&')) {
      String name = name(parameter);
      boolean isVersion = name.equals(VERSION);
      if (!(isVersion && hasVersion) && !name.equals(INITIAL_EVENTS) && !name.equals(MATCH)) {
        parameters.add(isVersion ? resumed : parameter);
        hasVersion |= isVersion;
      }
    }
    if (!hasVersion) {
      parameters.add(resumed);
    }
    return parameters + (fragment < 0 ? "" : target.substring(fragment));
  }

  /**
   * Returns whether every parameter name is written in a query without encoding, so that none is
   * overlooked.
   */
  static boolean isPlain(String query) {
    for (String parameter : Splitter.of(query, '&')) {
      String name = name(parameter);
      if (name.indexOf('%') >= 0 || name.indexOf('+') >= 0) {
        return false;
      }
    }
    return true;
  }

  private static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }
}
