package io.redial.contract.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Tests of what hardly depends on the client: operators, budgets, backoff, waits, how the agent is
 * attached. A plain build runs them with one blocking and one asynchronous client, which the seed
 * draws; {@code -Dcontract.anyclient=all} with each.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AnyClient {}
