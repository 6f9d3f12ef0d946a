package io.redial.contract.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The rules of the contract that a test proves, by number, the one that it is about first; a row
 * each in the matrix.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Rule {
  /** {@code "2.1"}, for instance. */
  String[] value();
}
