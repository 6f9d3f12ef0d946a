package io.redial.control;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a JMX console shows of an attribute or an operation. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Description {
  /** The description, in one sentence. */
  String value();

  /** The names of an operation's parameters. */
  String[] parameters() default {};
}
