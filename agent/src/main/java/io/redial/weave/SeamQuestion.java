package io.redial.weave;

import io.redial.client.Adapter;
import io.redial.client.Seam;
import io.redial.kernel.ClientOutcome;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Asks an adapter at a seam. Internal faults of the adapter never leave this class (rule 1.4). */
final class SeamQuestion {
  /** The seams that take the place of a call that the client was about to make, by their keys. */
  private static final Map<String, Seam> REPLACED = new ConcurrentHashMap<>();

  private SeamQuestion() {}

  /** Called with a seam that takes the place of a call, before any class is woven with it. */
  static void replaces(Seam seam) {
    REPLACED.put(seam.key(), seam);
  }

  /**
   * Returns the answer for the woven code: the seam itself if the client's method is to run, or
   * what it is to return.
   *
   * @param adapter null if there is none to ask
   * @param faults receives internal faults
   * @param client the woven object. The others are the arguments of the woven method, or the object
   *     and the arguments of the call that the client was about to make
   */
  static Object ask(
      Adapter adapter,
      BiConsumer<String, Throwable> faults,
      String seam,
      Object client,
      Object a,
      Object b,
      Object c,
      Object d,
      Object e,
      Object f)
      throws Throwable {
    Object answer = null;
    if (adapter != null) {
      try {
        answer = adapter.enter(seam, client, a, b, c, d, e, f);
      } catch (Throwable fault) {
        faults.accept(seam, fault);
      }
    }
    if (answer instanceof ClientOutcome) {
      return ((ClientOutcome) answer).handOut();
    }
    if (answer != null) {
      return answer;
    }
    Seam replaced = REPLACED.get(seam);
    return replaced == null ? seam : OriginalCall.make(replaced, a, b, c, d, e, f);
  }
}
