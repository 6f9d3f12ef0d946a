package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.PulledBody;
import io.redial.call.PulledStream;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.policy.HeaderFields;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.http.HttpConnection;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.conn.ConnectionReleaseTrigger;
import org.apache.http.entity.HttpEntityWrapper;
import org.apache.http.protocol.HttpContext;

/** The responses of blocking clients, and how their connections are dropped. */
final class ClassicBodies implements PulledBody<HttpResponse> {
  private static final String CONNECTION = "http.connection";

  static final ClassicBodies INSTANCE = new ClassicBodies();

  private ClassicBodies() {}

  @Override
  public int status(HttpResponse response) {
    StatusLine line = response.getStatusLine();
    return line == null ? 0 : line.getStatusCode();
  }

  @Override
  public HeaderFields headers(HttpResponse response) {
    return new Apache4Headers(response);
  }

  @Override
  public long length(HttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? 0 : entity.getContentLength();
  }

  @Override
  public Source source(HttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? null : entity::getContent;
  }

  @Override
  public HttpResponse with(HttpResponse response, PulledStream body, Attempt attempt) {
    response.setEntity(PulledEntity.of(response.getEntity(), body, attempt.call()));
    return body.mayBeResumed() ? PulledResponse.of(response, body, attempt.call()) : response;
  }

  /**
   * Drops the response's own connection if it can, because a context may be shared with calls of
   * other threads.
   */
  @Override
  public void disconnect(HttpResponse response, Attempt attempt) {
    if (response.getEntity() instanceof ConnectionReleaseTrigger
        || (response instanceof Closeable && !Closing.isOldClient(attempt.call().client()))) {
      abort(response, response.getEntity());
    } else { // The close of old clients reads the body to its end.
      shutDown(connection(((ClassicAttempt) attempt).context));
    }
  }

  @Override
  public void drop(HttpResponse response, Attempt attempt) {
    // The connection is closed first, because closing a stream reads what is left of it.
    disconnect(response, attempt);
    FaultBoundary.attempt(
        () -> {
          HttpEntity entity = response.getEntity();
          if (entity != null && entity.isStreaming()) {
            entity.getContent().close();
          }
        });
    FaultBoundary.attempt(
        () -> {
          if (response instanceof Closeable) {
            ((Closeable) response).close();
          }
        });
  }

  /** Calls nothing of Redial's that {@link #drop} calls, because any of it may have failed. */
  @Override
  public void abandon(HttpResponse response, Attempt attempt) {
    HttpEntity entity = response.getEntity();
    if (entity instanceof ConnectionReleaseTrigger) {
      FaultBoundary.attempt(((ConnectionReleaseTrigger) entity)::abortConnection);
    } else if (response instanceof Closeable) {
      FaultBoundary.attempt(((Closeable) response)::close);
    }
  }

  /** Drops the connection of a response by itself or by one of its entities. */
  static void abort(HttpResponse response, HttpEntity entity) {
    if (entity instanceof ConnectionReleaseTrigger) {
      FaultBoundary.attempt(((ConnectionReleaseTrigger) entity)::abortConnection);
    } else if (response instanceof Closeable) {
      FaultBoundary.attempt(((Closeable) response)::close);
    }
  }

  /** Returns the connection of the current attempt, as the context shows it. */
  static Object connection(HttpContext context) {
    return context.getAttribute(CONNECTION);
  }

  static void shutDown(Object connection) {
    if (connection instanceof HttpConnection) {
      FaultBoundary.attempt(((HttpConnection) connection)::shutdown);
    }
  }

  /** A response's entity whose content Redial hands out in the place of the client's own. */
  private static class PulledEntity extends HttpEntityWrapper {
    private final PulledStream content;
    private final FaultLog log;

    PulledEntity(HttpEntity entity, PulledStream content, FaultLog log) {
      super(entity);
      this.content = content;
      this.log = log;
    }

    /**
     * Returns an entity with that content. The entities of old clients can release their connection
     * themselves.
     */
    static HttpEntity of(HttpEntity entity, PulledStream content, FaultLog log) {
      return entity instanceof ConnectionReleaseTrigger
          ? new Managed(entity, content, log)
          : new PulledEntity(entity, content, log);
    }

    @Override
    public InputStream getContent() {
      return content;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      content.writeTo(out);
    }

    @Override
    @Deprecated
    public void consumeContent() throws IOException {
      if (!hasEnded(false)) {
        super.consumeContent();
      }
    }

    /**
     * Ends the content because the application is done with it. Returns false if the client has to
     * release its own response, because the bytes come from there.
     *
     * @param drops whether the connection is of no use any more
     */
    final boolean hasEnded(boolean drops) throws IOException {
      Closeable rest = FaultBoundary.ask(log, "body", () -> content.ends(drops), null);
      if (rest != null) {
        rest.close();
      }
      return rest != null;
    }

    /** The entity of clients up to 4.2, and of later clients that are built like them. */
    private static final class Managed extends PulledEntity implements ConnectionReleaseTrigger {
      private final ConnectionReleaseTrigger trigger;

      Managed(HttpEntity entity, PulledStream content, FaultLog log) {
        super(entity, content, log);
        this.trigger = (ConnectionReleaseTrigger) entity;
      }

      @Override
      public void releaseConnection() throws IOException {
        if (!hasEnded(false)) {
          trigger.releaseConnection();
        }
      }

      @Override
      public void abortConnection() throws IOException {
        if (!hasEnded(true)) {
          trigger.abortConnection();
        }
      }
    }
  }

  /**
   * A response whose {@code close} also ends a body that was resumed over another connection. The
   * client's own {@code close} does not reach the entity.
   */
  private static final class PulledResponse implements InvocationHandler {
    private static final Class<?> CLOSEABLE =
        RequestCopy.optional("org.apache.http.client.methods.CloseableHttpResponse");

    private final HttpResponse response;
    private final PulledStream content;
    private final FaultLog log;

    PulledResponse(HttpResponse response, PulledStream content, FaultLog log) {
      this.response = response;
      this.content = content;
      this.log = log;
    }

    /**
     * Returns the response to hand out: the response itself if it cannot be closed, as in old
     * clients.
     */
    static HttpResponse of(HttpResponse response, PulledStream content, FaultLog log) {
      return CLOSEABLE != null && CLOSEABLE.isInstance(response)
          ? (HttpResponse)
              Proxy.newProxyInstance(
                  PulledResponse.class.getClassLoader(),
                  new Class<?>[] {CLOSEABLE},
                  new PulledResponse(response, content, log))
          : response;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      String name = method.getName();
      if (name.equals("equals") && arguments.length == 1) {
        return proxy == arguments[0];
      }
      try {
        return method.invoke(response, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      } finally {
        if (name.equals("close")) {
          FaultBoundary.run(log, "body", () -> content.ends(true));
        }
      }
    }
  }
}
