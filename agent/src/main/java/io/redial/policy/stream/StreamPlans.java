package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import io.redial.policy.RequestFacts;
import io.redial.policy.Resume;
import io.redial.policy.rate.Clock;
import java.util.Set;

/** Finds out whether the body of a response can go on after it breaks off (rule 10.1). */
public final class StreamPlans {
  private StreamPlans() {}

  /**
   * Looks at a response whose body is about to be read.
   *
   * @param kinds option {@code resume}
   * @param request the application's; without a body
   * @param length how many bytes the body has as the client hands it out, -1 if that is not known,
   *     or {@link StreamPlan#AS_SENT}
   * @return null if the body cannot go on
   */
  public static StreamPlan of(
      Set<Resume> kinds,
      RequestFacts request,
      int status,
      HeaderFields headers,
      long length,
      Clock clock) {
    StreamPlan plan = null;
    if (kinds.contains(Resume.WATCH)) {
      plan = WatchStream.of(request, status, headers, length, clock);
    }
    if (plan == null && kinds.contains(Resume.SSE)) {
      plan = EventStream.of(request, status, headers, length);
    }
    if (plan == null && kinds.contains(Resume.RANGE)) {
      plan = range(request, status, headers, length, clock);
    }
    return plan;
  }

  private static StreamPlan range(
      RequestFacts request, int status, HeaderFields headers, long length, Clock clock) {
    RangePlan plan = RangePlan.of(request, status, headers, clock);
    // A client that has decoded the body no longer shows that it was encoded.
    return plan == null || (length != StreamPlan.AS_SENT && length != plan.total())
        ? null
        : new RangeStream(plan);
  }

  /**
   * Where the application's own request goes, so that its response can go on: a watch also asks for
   * bookmarks (rule 10.4), which its plan keeps from the application.
   *
   * @param kinds option {@code resume}
   * @param target of the application's request: an absolute URI, or a path and query as on the wire
   * @return the same object if nothing has to be asked for
   */
  public static String firstTarget(Set<Resume> kinds, RequestFacts request, String target) {
    if (!kinds.contains(Resume.WATCH)) {
      return target;
    }
    WatchRequest watch = WatchRequest.of(request);
    return watch != null && watch.lacksBookmarks() && isFollowed(request)
        ? WatchRequest.withBookmarks(target)
        : target;
  }

  /** Bookmarks that no plan would keep from the application must not be asked for. */
  private static boolean isFollowed(RequestFacts request) {
    for (String encoding : request.headers().all("Accept-Encoding")) {
      if (!encoding.trim().equalsIgnoreCase("identity")) {
        return false; // The application decodes by itself what the plan cannot read.
      }
    }
    return WatchTarget.isPlain(request.query());
  }

  /**
   * The query of a URI, or null.
   *
   * @param uri absolute, or a path and query as on the wire
   */
  public static String query(String uri) {
    int fragment = uri.indexOf('#');
    String whole = fragment < 0 ? uri : uri.substring(0, fragment);
    int query = whole.indexOf('?');
    return query < 0 ? null : whole.substring(query + 1);
  }
}
