package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.policy.Resume;
import io.redial.policy.stream.StreamPlans;
import java.net.URI;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.http.HttpRequest;
import org.apache.http.RequestLine;
import org.apache.http.message.BasicRequestLine;

/**
 * The changed target of a copied request. Clients take the target from the URI of a request that
 * has one, and from the request line of any other. Immutable.
 */
final class ChangedTarget {
  /** The changed URI; null if the request has none. */
  final URI uri;

  final RequestLine line;

  private ChangedTarget(URI uri, RequestLine line) {
    this.uri = uri;
    this.line = line;
  }

  /**
   * Returns the target of a request after a change.
   *
   * @param uri null if the request has none
   */
  static ChangedTarget of(URI uri, RequestLine line, UnaryOperator<String> change) {
    String target = change.apply(line.getUri());
    return new ChangedTarget(
        uri == null ? null : changed(uri, change),
        new BasicRequestLine(line.getMethod(), target, line.getProtocolVersion()));
  }

  private static URI changed(URI uri, UnaryOperator<String> change) {
    String before = uri.toString();
    String after = change.apply(before);
    return after.equals(before) ? uri : URI.create(after);
  }

  /**
   * Returns the target of the application's own request if it has to be changed so that the body of
   * its response can be resumed (rule 10.4).
   *
   * @return null if it need not be changed, or the request does not say where it goes
   */
  static ChangedTarget first(RequestView view, Call call) {
    Set<Resume> kinds = call.policy().resume();
    if (kinds.isEmpty() || !call.mayBeRetried() || view.hasBody()) {
      return null;
    }
    try {
      HttpRequest request = view.request;
      RequestLine line = request.getRequestLine();
      String target = line.getUri();
      return StreamPlans.firstTarget(kinds, view, target).equals(target)
          ? null
          : of(
              RequestTarget.uri(request),
              line,
              before -> StreamPlans.firstTarget(kinds, view, before));
    } catch (RuntimeException ofTheRequest) {
      return null; // It has no request line, for example; the client reports that.
    }
  }
}
