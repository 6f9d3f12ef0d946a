package io.redial.subjects.load.server;

import java.io.IOException;

/**
 * Sends frames on the stream of a request, or on its connection, whether they make sense or not.
 */
public interface Frames {
  /** The number of the request's stream. */
  int stream();

  /** Sends a frame. */
  void send(int type, int flags, int stream, byte... payload) throws IOException;

  /** Ends the stream with that error code. */
  void reset(int code) throws IOException;

  /** Tells the client that of its streams no later one than that is answered. */
  void goAway(int lastStream, int code) throws IOException;
}
