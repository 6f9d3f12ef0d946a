package io.redial.client.apache5;

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
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The responses of blocking clients, and how their connections are dropped. Stateless. */
final class ClassicBodies implements PulledBody<ClassicHttpResponse> {
  static final ClassicBodies INSTANCE = new ClassicBodies();

  private ClassicBodies() {}

  @Override
  public int status(ClassicHttpResponse response) {
    return response.getCode();
  }

  @Override
  public HeaderFields headers(ClassicHttpResponse response) {
    return Apache5Headers.of(response, response.getEntity());
  }

  @Override
  public long length(ClassicHttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? 0 : entity.getContentLength();
  }

  @Override
  public Source source(ClassicHttpResponse response) {
    HttpEntity entity = response.getEntity();
    return entity == null ? null : entity::getContent;
  }

  @Override
  public ClassicHttpResponse with(
      ClassicHttpResponse response, PulledStream body, Attempt attempt) {
    response.setEntity(new PulledEntity(response.getEntity(), body, attempt.call()));
    if (!body.mayBeResumed()) {
      ((ClassicAttempt) attempt).readsBody = true;
    }
    return response;
  }

  @Override
  public void disconnect(ClassicHttpResponse response, Attempt attempt) {
    ((ClassicAttempt) attempt).drop();
  }

  @Override
  public void drop(ClassicHttpResponse response, Attempt attempt) {
    // The connection is dropped first, because closing a body reads what is left of it.
    ((ClassicAttempt) attempt).drop();
    FaultBoundary.attempt(response::close);
  }

  @Override
  public void abandon(ClassicHttpResponse response, Attempt attempt) {
    ExecRuntime inUse = ((ClassicAttempt) attempt).runtime;
    if (inUse != null) {
      inUse.discardEndpoint();
    }
    FaultBoundary.attempt(response::close);
  }

  /** A response's entity whose content Redial hands out in the place of the client's own. */
  private static final class PulledEntity extends HttpEntityWrapper {
    private final PulledStream content;
    private final FaultLog log;

    PulledEntity(HttpEntity entity, PulledStream content, FaultLog log) {
      super(entity);
      this.content = content;
      this.log = log;
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
    public void close() throws IOException {
      Closeable rest = FaultBoundary.ask(log, "body", () -> content.ends(false), null);
      if (rest != null) {
        rest.close();
      } else {
        super.close();
      }
    }
  }
}
