package io.redial.client.apache5;

import io.redial.policy.RetryPolicy;
import java.lang.reflect.Field;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.util.Timeout;

/**
 * The operation timeout of {@code HttpAsyncClients.classic}: how long a blocking caller waits for
 * the response of an asynchronous call. The caller does not cancel the call when it gives up, so a
 * later retry would be sent for nobody (rule 5.3).
 */
final class OperationTimeout {
  private static final String PRODUCER = ".ClassicToAsyncRequestProducer";

  private OperationTimeout() {}

  /**
   * Returns whether a blocking caller's thread writes the body. The class is compared by name,
   * because it is optional.
   */
  static boolean isOfABlockingCaller(AsyncRequestProducer producer) {
    return producer.getClass().getName().endsWith(PRODUCER);
  }

  /**
   * Returns the timeout in nanoseconds, or {@link RetryPolicy#UNLIMITED} if there is none or it
   * cannot be read.
   */
  static long nanos(AsyncRequestProducer producer) {
    if (!isOfABlockingCaller(producer)) {
      return RetryPolicy.UNLIMITED;
    }
    try {
      Field field = producer.getClass().getDeclaredField("timeout");
      field.setAccessible(true);
      Timeout timeout = (Timeout) field.get(producer);
      return timeout == null ? RetryPolicy.UNLIMITED : timeout.toNanoseconds();
    } catch (ReflectiveOperationException | RuntimeException hidden) {
      return RetryPolicy.UNLIMITED;
    }
  }
}
