package io.redial.contract.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter of a {@link ContractTest} that takes each of several values in turn: the test runs
 * once for each of them, and with two such parameters once for each pair. No values are an error:
 * whoever has none for a client says so by a {@link Feature} that the test {@link Needs}.
 */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Each {
  /**
   * The static field of the test's class that holds the values: an array, a collection, or a
   * function from a {@link Subject}'s {@link ClientUnderTest} to either. Without it, all constants
   * of the parameter's enum.
   */
  String value() default "";
}
