package toy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client with one blocking method, which does what an HTTP client must and no more. */
public final class ToyClient {
  /** Sends a request without a body, on a connection of its own. */
  public ToyResponse send(String method, URI uri) throws IOException {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String line = method + " " + uri.getRawPath() + " HTTP/1.1\r\n";
      String request = line + "Host: " + uri.getAuthority() + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      DataInputStream in = new DataInputStream(socket.getInputStream());
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.readUnsignedByte());
      }
      ToyResponse response = new ToyResponse(head.toString());
      byte[] body = new byte[Integer.parseInt(response.headers("Content-Length").get(0))];
      in.readFully(body);
      return response.with(new String(body, StandardCharsets.US_ASCII));
    }
  }
}
