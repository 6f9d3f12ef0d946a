package io.redial.client.apache4;

import java.lang.ref.WeakReference;
import org.apache.http.HttpResponse;

/**
 * The last response that a call on this thread ended with although the policy covers it, because
 * its retries were used up. A retry layer around the whole client ({@code AutoRetryHttpClient})
 * asks its strategy about that response next, and must stand back as well (rule 7.1).
 */
final class LastExhaustedResponse {
  /**
   * The reference is weak, so that a pooled thread which keeps it retains nothing of Redial or the
   * application.
   */
  private static final ThreadLocal<WeakReference<Object>> LAST = new ThreadLocal<>();

  private LastExhaustedResponse() {}

  static void note(HttpResponse response) {
    LAST.set(new WeakReference<Object>(response));
  }

  @SuppressWarnings("ReferenceEquality") // The same response, not an equal one.
  static boolean is(HttpResponse response) {
    WeakReference<Object> last = LAST.get();
    return last != null && last.get() == response;
  }
}
