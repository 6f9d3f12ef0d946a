package io.redial.subjects.diff;

/** Whether two references are to one object. */
public final class Same {
  private Same() {}

  /** True of two nulls, too. */
  @SuppressWarnings("ReferenceEquality")
  public static boolean are(Object one, Object other) {
    return one == other;
  }
}
