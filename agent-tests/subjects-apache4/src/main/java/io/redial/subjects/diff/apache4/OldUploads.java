package io.redial.subjects.diff.apache4;

import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.impl.conn.PoolingClientConnectionManager;
import org.apache.http.params.HttpConnectionParams;

/** Uploads by the client that has been deprecated since 4.3. */
public final class OldUploads implements Family {
  @Override
  public Cases cases() {
    PoolingClientConnectionManager connections = new PoolingClientConnectionManager();
    connections.setMaxTotal(500);
    connections.setDefaultMaxPerRoute(50);
    DefaultHttpClient client = new DefaultHttpClient(connections);
    client.setHttpRequestRetryHandler(new DefaultHttpRequestRetryHandler(0, false));
    HttpConnectionParams.setSoTimeout(client.getParams(), 20_000);
    return ClassicUploads.cases("apache4-old", client);
  }
}
