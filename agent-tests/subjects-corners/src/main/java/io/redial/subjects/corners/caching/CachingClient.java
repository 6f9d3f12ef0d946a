package io.redial.subjects.corners.caching;

import java.io.Closeable;

/** A client that keeps responses. */
interface CachingClient extends Closeable {
  /** The most that it keeps of one response. */
  long MOST_BYTES = 1 << 20;

  /** Makes a call and reads the response. */
  Seen send(String method, String url) throws Exception;
}
