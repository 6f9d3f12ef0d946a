package io.redial.weave;

import io.redial.client.Adapter;
import io.redial.client.ClientThrownException;
import java.util.Arrays;
import java.util.function.BiConsumer;

/** Asks an adapter at a seam. Internal faults of the adapter never leave this class (rule 1.4). */
final class SeamQuestion {
  /** The length of an answer whose second element the client's method is to throw. */
  private static final int THROWS = 2;

  private SeamQuestion() {}

  /**
   * Returns the answer for the woven code.
   *
   * @param adapter null if there is none to ask
   * @param operands the woven object, followed by the arguments of the woven method, or by the
   *     object and the arguments of the call that the client was about to make
   * @param faults receives internal faults
   */
  static Object[] ask(
      Adapter adapter, String key, Object[] operands, BiConsumer<String, Throwable> faults)
      throws Throwable {
    Object[] answer = adapter == null ? null : enter(adapter, key, operands, faults);
    if (answer != null && answer.length == THROWS) {
      throw (Throwable) answer[1];
    }
    if (answer != null) {
      return answer;
    }
    String detoured = Clients.detoured(key);
    return detoured != null
        ? OriginalCall.make(detoured, Arrays.copyOfRange(operands, 1, operands.length))
        : OriginalCall.proceed(operands);
  }

  private static Object[] enter(
      Adapter adapter, String key, Object[] operands, BiConsumer<String, Throwable> faults)
      throws Throwable {
    try {
      return adapter.enter(key, operands);
    } catch (ClientThrownException clients) {
      throw clients.getCause();
    } catch (Throwable fault) {
      faults.accept(key, fault);
      return null;
    }
  }
}
