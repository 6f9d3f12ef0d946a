package io.redial.call;

import io.redial.policy.Failure;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Classifies an exception by the types in its whole cause chain (rule 2.7). An adapter says what
 * its client's types mean. Stateless.
 */
public abstract class FailureClassifier {
  private static final int DEEPEST = 20;

  /** Returns the kind of failure that the whole cause chain stands for. */
  public final Failure kindOf(Throwable thrown) {
    Failure kind = Failure.OTHER;
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < DEEPEST; depth++, link = link.getCause()) {
      if (forbids(link)) {
        return Failure.OTHER;
      }
      kind = stronger(kind, kindOfLink(link));
    }
    return kind;
  }

  /**
   * Returns the kind of failure that one link of the chain stands for by itself, or {@link
   * Failure#OTHER}.
   */
  protected abstract Failure kindOfLink(Throwable link);

  /** Whether one link forbids any retry, whatever surrounds it (rule 2.10). */
  protected boolean forbids(Throwable link) {
    return link instanceof InterruptedException
        || link instanceof CancellationException
        || link instanceof UnknownHostException
        || link instanceof UnresolvedAddressException
        || link instanceof SSLPeerUnverifiedException
        || link instanceof GeneralSecurityException
        || link instanceof Error;
  }

  /**
   * Returns the outer of two kinds. The inner one is returned if the outer one is unspecific, or if
   * the outer one is a failure to connect and the inner one says that this took too long.
   */
  private static Failure stronger(Failure outer, Failure inner) {
    if (outer == Failure.OTHER
        || (inner == Failure.CONNECT_TIMEOUT && outer == Failure.CONNECT_FAILURE)) {
      return inner;
    }
    return outer;
  }
}
