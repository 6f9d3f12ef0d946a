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
  /** It retries a 503 that the server gave no hint with, too. */
  RETRIES_RESPONSES,
  /** What Redial sends once is once on the wire, even if the connection breaks. */
  SENT_ONCE,
  /** A request that can be aborted from another thread. */
  ABORT,
  /** Closing the client ends its calls. */
  CLOSE,
  /** A connection pool whose size an application sets. */
  POOL,
  /** A timeout for waiting for a connection of the pool. */
  LEASE_TIMEOUT,
  /** The future of a call that fails is completed. */
  FAILS_FUTURES,
  /** Several methods that make a call, some of which lead to others. */
  WAYS,
  /** Closing the client ends the futures of its calls on the wire. */
  CLOSE_ENDS_CALLS,
  /** Cancelling a call on the wire drops its connection. */
  CANCEL_DROPS,
  /** It does so each time. */
  CANCEL_ALWAYS_DROPS,
  /** A timeout of a call on the wire drops its connection. */
  TIMEOUT_DROPS,
  /** {@code Expect: 100-continue} by configuration. */
  EXPECT_CONTINUE,
  /** Entities that the library ships, multipart and compressed ones included. */
  ENTITIES,
  /** An execution chain that an application can take part in. */
  EXECUTION_CHAIN,
  /** An execution chain that an application can take part in, of callbacks. */
  ASYNC_CHAIN,
  /** It gives back the connections of responses that its own layer retries. */
  RELEASES_RETRIED,
  /** A connection pool that clients share and none of them closes. */
  SHARED_POOL,
  /** A stream that a GOAWAY leaves out ends. */
  GOAWAY,
  /** A text that the client repeats has the same bytes. */
  REPEATS_TEXT,
  /** The client ends a call for which it sends a file again by itself. */
  RESENDS_FILES,
  /** A request's body from a stream that may pause, read on the caller's thread. */
  LIVE_STREAM,
  /** A context of the application's own, which knows a password and serves call after call. */
  CONTEXTS,
  /** A body on its way over HTTP/2 fails its call when the connection is lost. */
  HTTP_2_BODY_LOSS,
  /** User info in a URL. */
  USER_INFO,
  /** A pool that leads several exchanges through one connection. */
  MULTIPLEXING,
  /** HTTP/2. */
  HTTP_2,
  /** A response that shows the application's request. */
  SHOWN_REQUEST,
  /** The client can be sent by way of a proxy. */
  PROXIES,
  /** The client follows redirects without the application. */
  REDIRECTS,
  /** The client follows a redirect that repeats a body (307). */
  REDIRECTED_BODY,
  /** It does so for a PUT, too. */
  REDIRECTED_PUT,
  /** The client itself sends some body again that Redial copies. */
  SENDS_COPIED_BODIES_TWICE,
  /** Subscribers that hand over nothing until they are complete (rule 2.2). */
  WHOLE_BODY_SUBSCRIBERS,
  /** Producers and consumers of the application's own, which the client lets go of. */
  RELEASES,
  /** Producers and consumers that the client's library brings, which an order names. */
  PRODUCERS,
  /** Producers of the library that compress another one's body. */
  COMPRESSING_PRODUCERS,
  /** Blocking calls by an asynchronous client. */
  CLASSIC_OVER_ASYNC,
  /** Content producers and zero-copy uploads of HttpAsyncClient 4. */
  CONTENT_PRODUCERS,
  /** A response that begins before the request's body was sent lets the client send the rest. */
  SENDS_ON,
  /** Calls that share an {@code HttpContext}, which their order names. */
  SHARED_CONTEXT,
  /** Request interceptors, which may make calls themselves. */
  INTERCEPTORS,
  /** Request interceptors that can read the body. */
  BODY_INTERCEPTORS,
  /** What interceptors are shown wraps the application's request, and says so. */
  WRAPPED_REQUESTS,
  /** A chunked body that ends before its last chunk is an error. */
  NOTICES_MISSING_CHUNKS,
  /** A body that breaks off goes on with {@code resume=range}. */
  RESUMES,
  /** What only java.net.http has: push promises, {@code shutdown()}, its own body handlers. */
  JAVA_NET_HTTP
}
