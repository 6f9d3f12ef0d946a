package io.redial.contract.harness;

import io.redial.sampling.Sampling;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for every client under test. It may take a {@link Subject}, servers of its
 * own, which are closed after it, and {@link Each} of several values as parameters.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@Tag(Sampling.DIVIDED)
@ExtendWith(SubjectsExtension.class)
public @interface ContractTest {
  /** Whether a plain build tries it on a few other JDKs, too. */
  boolean slice() default false;

  /** The oldest JDK that has what the test is about. */
  int from() default 8;

  /** The newest JDK that has what the test is about. */
  int to() default Integer.MAX_VALUE;
}
