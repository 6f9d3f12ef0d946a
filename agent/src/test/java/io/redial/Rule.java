package io.redial;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The rules of docs/contract.md that a test proves, by number, the one that it is about first. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
public @interface Rule {
  /** {@code "2.1"}, for instance. */
  String[] value();
}
