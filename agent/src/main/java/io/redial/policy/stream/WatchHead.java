package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import java.util.List;
import java.util.Locale;

/** Recognises the head of a response with a Kubernetes watch (rule 10.4). */
final class WatchHead {
  private static final int OK = 200;

  private WatchHead() {}

  /**
   * Returns whether a response is a watch. A body of a known length is a single document.
   *
   * @param length as for {@link StreamPlan#judge}
   */
  static boolean isOne(int status, HeaderFields headers, long length) {
    return status == OK
        && isJson(headers.all("Content-Type"))
        && RangePlan.isIdentity(headers)
        && !headers.has("Content-Length")
        && (length == StreamPlan.AS_SENT || length < 0);
  }

  /**
   * Returns whether the type is JSON with any parameters, e.g. {@code stream=watch}, but that of a
   * table.
   */
  private static boolean isJson(List<String> types) {
    if (types.size() != 1) {
      return false;
    }
    String type = types.get(0).trim().toLowerCase(Locale.ROOT);
    int parameters = type.indexOf(';');
    String media = parameters < 0 ? type : type.substring(0, parameters).trim();
    return media.equals("application/json") && !type.contains("as=table");
  }
}
