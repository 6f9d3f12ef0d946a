package io.redial.subjects.chaos;

/** What a method of Redial's throws. */
public enum Fault {
  EXCEPTION {
    @Override
    Throwable make() {
      return new IllegalStateException(MARK);
    }
  },
  ERROR {
    @Override
    Throwable make() {
      return new NoClassDefFoundError(MARK);
    }
  },
  STACK_OVERFLOW {
    @Override
    Throwable make() {
      return new StackOverflowError(MARK);
    }
  },
  OUT_OF_MEMORY {
    @Override
    Throwable make() {
      return new OutOfMemoryError(MARK);
    }
  };

  /** The message of each. */
  public static final String MARK = "chaos inside";

  abstract Throwable make();
}
