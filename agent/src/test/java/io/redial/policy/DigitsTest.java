package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DigitsTest {

  @Property(tries = 5000)
  void readsNothingButDigitsOfAnyNumber(@ForAll("nearlyNumbers") String text) {
    long expected = -1;
    if (text.matches("[0-9]+")) {
      expected = new BigInteger(text).min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }
    assertThat(Digits.number(text)).isEqualTo(expected);
  }

  @Provide
  Arbitrary<String> nearlyNumbers() {
    return Arbitraries.oneOf(
        Arbitraries.strings().numeric().ofMaxLength(30),
        Arbitraries.bigIntegers()
            .between(BigInteger.valueOf(Long.MAX_VALUE - 20), new BigInteger("9223372036854775830"))
            .map(BigInteger::toString),
        Arbitraries.strings().withChars("0123456789 -+.\u0661").ofMaxLength(5));
  }
}
