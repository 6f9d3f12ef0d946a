package io.redial.contract.harness;

/** What some clients can do and others cannot; a test names what it {@link Needs}. */
public enum Feature {
  /** A future that can be cancelled and timed. */
  FUTURE,
  /** A call that blocks its caller, who can be interrupted. */
  BLOCKING,
  /** A timeout for the whole call ({@code HttpRequest.timeout}). */
  TOTAL_TIMEOUT,
  /** An interrupt ends a call that is on the wire, not only one that waits. */
  INTERRUPTED_ON_THE_WIRE,
  /** The client returns a {@code CompletableFuture}. */
  COMPLETABLE_FUTURE,
  /** The client has a retry layer of its own, which an application may replace. */
  OWN_RETRIES,
  /** A request that can be aborted from another thread. */
  ABORT,
  /** Closing the client ends its calls. */
  CLOSE,
  /** A connection pool whose size an application sets. */
  POOL,
  /** HTTP/2. */
  HTTP_2,
  /** A response that shows the application's request. */
  SHOWN_REQUEST,
  /** The client follows redirects without the application. */
  REDIRECTS,
  /** Subscribers that hand over nothing until they are complete (rule 2.2). */
  WHOLE_BODY_SUBSCRIBERS,
  /** What only java.net.http has: push promises, {@code shutdown()}, its own body handlers. */
  JAVA_NET_HTTP
}
