package io.redial.subjects.apache5;

/** The same with {@code HttpClients.createMinimal()}. */
public final class ClassicMinimal extends Classic {
  /** The minimal client. */
  public ClassicMinimal() {
    super(true);
  }
}
