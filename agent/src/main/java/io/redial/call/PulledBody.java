package io.redial.call;

import io.redial.policy.HeaderFields;
import java.io.IOException;
import java.io.InputStream;

/**
 * The responses of a blocking client whose bodies the application's own thread reads: entities of
 * Apache's clients, for example. Translates, and decides nothing.
 *
 * @param <R> the client's response
 */
public interface PulledBody<R> {

  /** Opens the client's own stream, which may already read from the connection. */
  interface Source {
    InputStream open() throws IOException;
  }

  /** Returns the status code of a response; 0 if it has none, like that of a mock. */
  int status(R response);

  /** Returns the header fields of a response. */
  HeaderFields headers(R response);

  /**
   * Returns how many bytes the body of a response has as the client hands it out; negative if that
   * is not known.
   */
  long length(R response);

  /** Returns what opens the body that the response has now, or null if it has none. */
  Source source(R response);

  /** Returns the response with another body in the place of its own. */
  R with(R response, PulledStream body, Attempt attempt);

  /** Ends the connection of a response, while another thread may be reading it. */
  void disconnect(R response, Attempt attempt);

  /** Drops the connection of a response of which nothing more is read. */
  void drop(R response, Attempt attempt);

  /** Does the same by other means, after {@link #drop} has failed. */
  void abandon(R response, Attempt attempt);
}
