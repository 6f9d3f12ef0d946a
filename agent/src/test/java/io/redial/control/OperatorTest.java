package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.call.RetryEngine;
import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;

/** Rule 11.2: what an operator asks for by hand. */
class OperatorTest {
  private final RetryLog log = new RetryLog();
  private final Operator operator =
      new Operator(RetryEngine.system(new LiveConfiguration(null, new Environment()), log), log);

  @ParameterizedTest
  @NullAndEmptySource
  void aMissingHostIsRefusedInWords(String host) {
    String words = "no host given; allowed: scheme://host:port as in RetriesByHost, or * for all";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.retryNow(host))
        .withMessage(words);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.cancelWaiting(host))
        .withMessage(words);
  }

  @Test
  void aHostThatNobodyWaitsForHasNoWaitsToEnd() {
    assertThat(operator.retryNow("http://nobody:80")).isZero();
    assertThat(operator.cancelWaiting("*")).isZero();
  }
}
