package io.redial.subjects.apache4.leaks;

import io.redial.subjects.leaks.Errand;
import io.redial.subjects.leaks.KeepingClient;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingClientConnectionManager;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/** {@code HttpClient.execute}; modes are {@code internal} and {@code old}. */
public final class ClassicKeeping implements KeepingClient.Maker {
  @Override
  public KeepingClient open(String mode) {
    return mode.equals("old") ? OldClient.open() : Internal.open();
  }

  /** Not linked with before 4.3. */
  private static final class Internal {
    private Internal() {}

    static KeepingClient open() {
      return new Client(HttpClients.createDefault());
    }
  }

  private static final class OldClient extends Client {
    private OldClient(HttpClient http) {
      super(http);
    }

    static KeepingClient open() {
      return new OldClient(new DefaultHttpClient(new PoolingClientConnectionManager()));
    }

    @Override
    public void close() {
      ((HttpClient) client()).getConnectionManager().shutdown();
    }
  }

  private static class Client implements KeepingClient {
    private final HttpClient http;

    Client(HttpClient http) {
      this.http = http;
    }

    @Override
    public void call(Errand errand, String server, Collection<Object> kept, Cancelling cancelling)
        throws Exception {
      HttpRequestBase request = Requests.of(errand, server);
      HttpContext context = new BasicHttpContext();
      kept.add(request);
      kept.add(context);
      cancelling.by(request::abort);
      HttpResponse response = http.execute(request, context);
      kept.add(response);
      kept.add(response.getEntity());
      InputStream body = response.getEntity().getContent();
      kept.add(body);
      body.read(new byte[1000]);
      if (response instanceof Closeable) {
        ((Closeable) response).close();
      } else {
        body.close();
      }
    }

    @Override
    public Object client() {
      return http;
    }

    @Override
    public boolean mayBeDropped() {
      return true;
    }

    @Override
    public void close() throws IOException {
      ((Closeable) http).close();
    }
  }
}
