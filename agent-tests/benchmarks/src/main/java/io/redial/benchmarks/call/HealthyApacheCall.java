package io.redial.benchmarks.call;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls of Apache's clients that succeed at once: the whole client is there but for its
 * connections.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HealthyApacheCall {
  private static final String URI = "http://127.0.0.1:8080/resource";
  private static final java.net.URI TARGET = java.net.URI.create(URI);

  private final CloseableHttpClient client4 =
      HttpClientBuilder.create()
          .setConnectionManager(CannedConnection.pool())
          .setRequestExecutor(new CannedExecutor())
          .build();
  private final org.apache.hc.client5.http.impl.classic.CloseableHttpClient client5 =
      HttpClients.custom().setConnectionManager(CannedEndpoint.pool()).build();
  private final CloseableHttpAsyncClient asyncClient5 =
      HttpAsyncClients.custom()
          .addExecInterceptorBefore(ChainElement.CONNECT.name(), "canned", new CannedAsyncExec())
          .build();

  /** Starts what has threads of its own. */
  @Setup
  public void start() {
    asyncClient5.start();
  }

  /** Closes the clients. */
  @TearDown
  public void stop() throws IOException {
    client4.close();
    client5.close();
    asyncClient5.close();
  }

  /** HttpClient 4. */
  @Benchmark
  public int get4(CpuTime cpu) throws IOException {
    cpu.count();
    try (CloseableHttpResponse response =
        client4.execute(new org.apache.http.client.methods.HttpGet(URI))) {
      org.apache.http.util.EntityUtils.consume(response.getEntity());
      return response.getStatusLine().getStatusCode();
    }
  }

  /** HttpClient 5. */
  @Benchmark
  @SuppressWarnings("deprecation") // Newer versions advise against it; it is what everyone calls.
  public int get5(CpuTime cpu) throws IOException {
    cpu.count();
    try (org.apache.hc.client5.http.impl.classic.CloseableHttpResponse response =
        client5.execute(new HttpGet(URI))) {
      EntityUtils.consume(response.getEntity());
      return response.getCode();
    }
  }

  /** The asynchronous HttpClient 5. */
  @Benchmark
  public int get5Async(CpuTime cpu) throws ExecutionException, InterruptedException {
    cpu.count();
    return asyncClient5.execute(SimpleHttpRequest.create(Method.GET, TARGET), null).get().getCode();
  }
}
