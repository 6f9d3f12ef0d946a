package io.redial;

/** The door. */
public final class RedialAgent {
  private RedialAgent() {}
}
