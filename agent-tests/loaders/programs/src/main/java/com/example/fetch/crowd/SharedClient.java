package com.example.fetch.crowd;

import java.io.Closeable;

/** A client that many threads use at a time. */
interface SharedClient extends Closeable {
  /** Sends a GET, reads the response, and tells its status. */
  int status(String url) throws Exception;
}
