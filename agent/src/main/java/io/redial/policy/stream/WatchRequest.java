package io.redial.policy.stream;

import io.redial.policy.RequestFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;

/**
 * A request for a Kubernetes watch as the application makes it (rule 10.4): {@code GET}, a path of
 * the Kubernetes API, {@code watch=true} or {@code watch=1} in its query, and events as JSON.
 * Immutable.
 */
final class WatchRequest {
  private static final String BOOKMARKS = "allowWatchBookmarks";
  private static final String CORE = "/api/";
  private static final String GROUPS = "/apis/";
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
    String whole = query < 0 ? path : path.substring(0, query);
    for (int slash = whole.indexOf('/'); slash >= 0; slash = whole.indexOf('/', slash + 1)) {
      int version = version(whole, slash);
      int end = version < 0 ? -1 : whole.indexOf('/', version);
      if (end >= 0 && isVersion(whole.substring(version, end))) {
        return true;
      }
    }
    return false;
  }

  /** Returns where the version begins if an API begins at this slash, or -1. */
  private static int version(String path, int slash) {
    if (path.startsWith(CORE, slash)) {
      return slash + CORE.length();
    }
    int group = slash + GROUPS.length();
    int end = path.startsWith(GROUPS, slash) ? path.indexOf('/', group) : -1;
    return end > group ? end + 1 : -1;
  }

  /** Returns whether a segment is a version: {@code v1}, {@code v1beta2}, {@code v2alpha1}. */
  private static boolean isVersion(String segment) {
    int number = segment.startsWith("v") ? afterDigits(segment, 1) : 1;
    if (number == 1 || number == segment.length()) {
      return number > 1;
    }
    int stage = number;
    for (String name : STAGES) {
      stage += segment.startsWith(name, number) ? name.length() : 0;
    }
    int end = afterDigits(segment, stage);
    return stage > number && end > stage && end == segment.length();
  }

  private static int afterDigits(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i;
  }

  /**
   * Returns whether the query has a signature, e.g. {@code X-Amz-Signature} or {@code sig}. A
   * server rejects a signed URL to which a parameter was added.
   */
  private boolean isSigned() {
    StringTokenizer parameters = new StringTokenizer(query, "&");
    while (parameters.hasMoreTokens()) {
      String parameter = parameters.nextToken();
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      String lowerCase = name.toLowerCase(Locale.ROOT);
      if (lowerCase.equals("sig") || lowerCase.endsWith("signature")) {
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
    int start = 0;
    while (start <= query.length()) {
      int end = query.indexOf('&', start);
      int last = end < 0 ? query.length() : end;
      if (query.startsWith(name, start)) {
        int after = start + name.length();
        if (after == last) {
          return "";
        }
        if (after < last && query.charAt(after) == '=') {
          return query.substring(after + 1, last);
        }
      }
      start = last + 1;
    }
    return null;
  }
}
