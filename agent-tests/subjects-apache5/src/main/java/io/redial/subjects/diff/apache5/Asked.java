package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Journal;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;

/** An application's own strategy: writes down what it is asked, and retries once. */
final class Asked implements HttpRequestRetryStrategy {
  private final Journal journal;

  Asked(Journal journal) {
    this.journal = journal;
  }

  @Override
  public boolean retryRequest(
      HttpRequest request, IOException exception, int count, HttpContext context) {
    journal.note(
        "strategy",
        "failure " + count + " " + exception.getClass().getName() + " " + Journal.type(request));
    return count < 2;
  }

  @Override
  public boolean retryRequest(HttpResponse response, int count, HttpContext context) {
    journal.note("strategy", "response " + count + " " + response.getCode());
    return response.getCode() == 503 && count < 2;
  }

  @Override
  public TimeValue getRetryInterval(HttpResponse response, int count, HttpContext context) {
    return TimeValue.ofMilliseconds(10);
  }
}
