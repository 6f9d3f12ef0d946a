package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import io.redial.policy.RequestFacts;
import io.redial.policy.Resume;
import io.redial.policy.rate.Clock;
import java.util.Set;

/** Decides whether the body of a response can be resumed after it breaks off (rule 10.1). */
public final class StreamPlans {
  private StreamPlans() {}

  /**
   * Looks at a response whose body is about to be read.
   *
   * @param kinds option {@code resume}
   * @param request the application's; without a body
   * @param length the length of the body in bytes as the client hands it out, -1 if that is not
   *     known, or {@link StreamPlan#AS_SENT}
   * @return null if the body cannot be resumed
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
    // A client that has decoded the body may no longer show that it was encoded.
    return plan == null || (length != StreamPlan.AS_SENT && length != plan.total())
        ? null
        : new RangeStream(plan);
  }

  /**
   * Returns the target of the application's own request, changed so that its response can be
   * resumed: a watch also asks for bookmarks (rule 10.4), which its plan filters out.
   *
   * @param kinds option {@code resume}
   * @param target that of the application's request: an absolute URI, or a path and query as on the
   *     wire
   * @return the same object if nothing has to be added
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

  /**
   * Returns whether a plan can filter out the bookmarks of the response. If none can, they must not
   * be asked for.
   */
  private static boolean isFollowed(RequestFacts request) {
    for (String encoding : request.headers().all("Accept-Encoding")) {
      if (!encoding.trim().equalsIgnoreCase("identity")) {
        return false; // The application decodes the body itself, and the plan cannot read it.
      }
    }
    return WatchRequest.isPlain(request.query());
  }

  /**
   * Returns the query of a URI, or null if there is none.
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
