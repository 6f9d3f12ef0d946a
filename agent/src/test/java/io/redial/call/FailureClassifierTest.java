package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Rules 2.7 and 2.10: what a chain of causes means. */
class FailureClassifierTest {
  private static final FailureClassifier CLIENT =
      new FailureClassifier() {
        @Override
        protected Failure kindOfLink(Throwable link) {
          if (link instanceof NoRouteToHostException) {
            return Failure.CONNECT_TIMEOUT;
          }
          if (link instanceof ConnectException) {
            return Failure.CONNECT_FAILURE;
          }
          if (link instanceof SocketTimeoutException) {
            return Failure.TIMEOUT;
          }
          return link instanceof EOFException ? Failure.CONNECTION_ERROR : Failure.OTHER;
        }
      };

  @Test
  void whatStandsDeepInTheChainCounts() {
    Throwable wrapped = new ExecutionException(new IOException("lost", new EOFException()));

    assertThat(CLIENT.kindOf(wrapped)).isEqualTo(Failure.CONNECTION_ERROR);
    assertThat(CLIENT.kindOf(new IOException("what?"))).isEqualTo(Failure.OTHER);
  }

  @Test
  void theOutermostKindCounts() {
    assertThat(CLIENT.kindOf(caused(new SocketTimeoutException(), new EOFException())))
        .isEqualTo(Failure.TIMEOUT);
    assertThat(CLIENT.kindOf(caused(new EOFException(), new NoRouteToHostException())))
        .isEqualTo(Failure.CONNECTION_ERROR);
  }

  @Test
  void exceptThatAConnectionThatTookTooLongWasNotRefused() {
    assertThat(CLIENT.kindOf(caused(new ConnectException(), new NoRouteToHostException())))
        .isEqualTo(Failure.CONNECT_TIMEOUT);
  }

  @Test
  void whatIsNeverRetriedWinsWhereverItStands() {
    for (Throwable never :
        new Throwable[] {
          new InterruptedException(),
          new UnknownHostException(),
          new CertificateException(),
          new OutOfMemoryError()
        }) {
      assertThat(CLIENT.kindOf(caused(new EOFException(), never))).isEqualTo(Failure.OTHER);
      assertThat(CLIENT.kindOf(caused(new IOException(never), new EOFException())))
          .as("%s", never)
          .isEqualTo(Failure.OTHER);
    }
  }

  @Test
  void aChainWithoutEndHasAnAnswer() {
    IOException one = new IOException("one");
    IOException two = new IOException("two", one);
    one.initCause(two);

    assertThat(CLIENT.kindOf(one)).isEqualTo(Failure.OTHER);
  }

  private static Throwable caused(Throwable outer, Throwable cause) {
    Throwable innermost = outer;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    innermost.initCause(cause);
    return outer;
  }
}
