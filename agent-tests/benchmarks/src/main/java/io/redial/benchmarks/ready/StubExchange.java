package io.redial.benchmarks.ready;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;

/** A request without a network: header fields, and a place for the response. */
final class StubExchange extends HttpExchange {
  private final Headers request = new Headers();
  private final Headers response = new Headers();
  private int status = -1;

  /** What a client sends; names and values follow each other. */
  StubExchange(String... fields) {
    for (int i = 0; i < fields.length; i += 2) {
      request.add(fields[i], fields[i + 1]);
    }
  }

  @Override
  public Headers getRequestHeaders() {
    return request;
  }

  @Override
  public Headers getResponseHeaders() {
    return response;
  }

  @Override
  public OutputStream getResponseBody() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public void sendResponseHeaders(int code, long length) {
    status = code;
  }

  @Override
  public int getResponseCode() {
    return status;
  }

  @Override
  public void close() {}

  @Override
  public URI getRequestURI() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getRequestMethod() {
    throw new UnsupportedOperationException();
  }

  @Override
  public HttpContext getHttpContext() {
    throw new UnsupportedOperationException();
  }

  @Override
  public InputStream getRequestBody() {
    throw new UnsupportedOperationException();
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getProtocol() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Object getAttribute(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setAttribute(String name, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setStreams(InputStream in, OutputStream out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public HttpPrincipal getPrincipal() {
    throw new UnsupportedOperationException();
  }
}
