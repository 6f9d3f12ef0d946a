package io.redial.client.apache5;

import io.redial.call.Call;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpRequest;

/**
 * Ends a call's waits when the application aborts its request (rule 5.4). The request may outlive
 * the call, so this signal does not keep it alive: a call under way is kept by its thread.
 */
final class AbortSignal implements Cancellable {
  private final Reference<Call> call;

  AbortSignal(Call call) {
    this.call = new WeakReference<>(call);
  }

  /**
   * Registers this signal with the request. The client replaces it when it registers its own
   * cancellable.
   */
  void listenTo(HttpRequest request) {
    if (request instanceof CancellableDependency) {
      ((CancellableDependency) request).setDependency(this);
    }
  }

  static boolean isAborted(HttpRequest request) {
    return request instanceof CancellableDependency
        && ((CancellableDependency) request).isCancelled();
  }

  @Override
  public boolean cancel() {
    Call watched = call.get();
    if (watched != null) {
      watched.abort();
    }
    return true;
  }
}
