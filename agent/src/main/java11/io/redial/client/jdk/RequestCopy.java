package io.redial.client.jdk;

import io.redial.policy.RetryPolicy;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * The application's request with another body, timeout, URI or header field. From Java 16 on the
 * JDK itself makes the copy, which keeps options of newer versions; before, it is a delegating
 * request.
 */
final class RequestCopy {
  private static final MethodHandle NEW_BUILDER =
      ClientTypes.newerMethod(
          HttpRequest.class, "newBuilder", HttpRequest.class, BiPredicate.class);

  private final HttpRequest original;
  private final Map<String, String> fields = new LinkedHashMap<>(2);
  private BodyPublisher body;
  private Duration timeout;
  private boolean hasNoTimeout;
  private URI uri;

  RequestCopy(HttpRequest original) {
    this.original = original;
  }

  void body(BodyPublisher publisher) {
    body = publisher;
  }

  /** Sets how long the client is to wait; {@link RetryPolicy#UNLIMITED} for no limit. */
  void timeoutNanos(long nanos) {
    hasNoTimeout = nanos == RetryPolicy.UNLIMITED;
    timeout = hasNoTimeout ? null : Duration.ofNanos(Math.max(1, nanos));
  }

  void uri(URI another) {
    uri = another;
  }

  void header(String name, String value) {
    fields.put(name, value);
  }

  HttpRequest build() {
    HttpRequest.Builder builder = newBuilder();
    if (builder == null) {
      return view();
    }
    if (body != null) {
      builder.method(original.method(), body);
    }
    if (timeout != null) {
      builder.timeout(timeout);
    }
    if (uri != null) {
      builder.uri(uri);
    }
    fields.forEach(builder::setHeader);
    return builder.build();
  }

  private HttpRequest.Builder newBuilder() {
    if (NEW_BUILDER == null || (hasNoTimeout && original.timeout().isPresent())) {
      return null; // A builder cannot remove a timeout.
    }
    try {
      return (HttpRequest.Builder)
          NEW_BUILDER.invoke(original, (BiPredicate<String, String>) RequestCopy::every);
    } catch (Throwable customRequest) {
      return null; // An application's subclass can contain what a builder rejects.
    }
  }

  private static boolean every(String name, String value) {
    return true;
  }

  private HttpRequest view() {
    RequestView view = new RequestView(original);
    if (body != null) {
      view.body = Optional.of(body);
    }
    if (timeout != null || hasNoTimeout) {
      view.timeout = Optional.ofNullable(timeout);
    }
    if (uri != null) {
      view.uri = uri;
    }
    if (!fields.isEmpty()) {
      view.headers = headers();
    }
    return view;
  }

  private HttpHeaders headers() {
    Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    original.headers().map().forEach((name, values) -> all.put(name, new ArrayList<>(values)));
    fields.forEach((name, value) -> all.put(name, List.of(value)));
    return HttpHeaders.of(all, RequestCopy::every);
  }
}
