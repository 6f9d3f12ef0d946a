package io.redial.loaders;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * What a user of an application sees.
 *
 * @param status of the response
 * @param body its text
 */
record Visit(int status, String body) {

  /** Asks on a connection of its own: Jetty keeps the last application of each one that is open. */
  static Visit to(URI uri) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setRequestProperty("Connection", "close");
      int status = connection.getResponseCode();
      try (InputStream in =
          status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        byte[] body = in == null ? new byte[0] : in.readAllBytes();
        return new Visit(status, new String(body, StandardCharsets.UTF_8).trim());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
