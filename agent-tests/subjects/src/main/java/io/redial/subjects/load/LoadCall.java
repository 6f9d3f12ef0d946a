package io.redial.subjects.load;

/** One call of an application's. */
public interface LoadCall {
  /** Makes the call and waits until its response is read. Once, on a thread of the caller's. */
  LoadResponse run() throws Exception;

  /** Ends it the way its client has for that, from another thread; harmless at any time. */
  void cancel();

  /** Cancels what the application made depend on the call's future; others cancel the call. */
  default void cancelDependent() {
    cancel();
  }
}
