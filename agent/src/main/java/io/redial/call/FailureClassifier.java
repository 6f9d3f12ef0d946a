package io.redial.call;

import io.redial.policy.Failure;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Which kind of failure an exception is: by type through the whole cause chain (rule 2.7). What the
 * types of one client mean, its adapter says. Stateless.
 */
public abstract class FailureClassifier {
  private static final int DEEPEST = 20;

  /** The kind of failure that the whole chain stands for. */
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
   * What one link of the chain means by itself; {@link Failure#OTHER} for nothing in particular.
   */
  protected abstract Failure kindOfLink(Throwable link);

  /** Whether one link means that nothing is ever retried, whatever stands around it (rule 2.10). */
  protected boolean forbids(Throwable link) {
    return link instanceof InterruptedException
        || link instanceof CancellationException
        || link instanceof UnknownHostException
        || link instanceof UnresolvedAddressException
        || link instanceof SSLPeerUnverifiedException
        || link instanceof GeneralSecurityException
        || link instanceof Error;
  }

  /** The outer of two kinds, except that what was never connected says most. */
  private static Failure stronger(Failure outer, Failure inner) {
    if (outer == Failure.OTHER
        || (inner == Failure.CONNECT_TIMEOUT && outer == Failure.CONNECT_FAILURE)) {
      return inner;
    }
    return outer;
  }
}
