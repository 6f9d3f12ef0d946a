package io.redial.subjects.load.server;

import java.io.IOException;

/** What is done with each request, on the thread of its connection or, in HTTP/2, of its stream. */
public interface RequestHandler {
  /** Takes the request and answers it. A failure ends an HTTP/1.1 connection. */
  void handle(Served request) throws IOException;

  /** Of HTTP/1.1 alone: the request line was read, and no more. A failure ends the connection. */
  default void begin(String method, String target, Connection connection) throws IOException {}
}
