package io.redial.benchmarks.call;

import io.redial.benchmarks.CannedServer;
import io.redial.benchmarks.agents.StubTransport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls that succeed at once, over loopback or against a transport that answers by itself. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HealthyCall {
  private static final int STREAMED = 100 * 1_024;

  /** {@code loopback} or {@code stub}; the latter needs {@link StubTransport}. */
  @Param({"loopback", "stub"})
  public String transport;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private CannedServer server;
  private HttpRequest get;
  private HttpRequest postBytes;
  private HttpRequest postStream;

  /** Starts what answers. */
  @Setup
  public void start() throws IOException {
    System.getProperties().put(StubTransport.KEY, new CannedTransport());
    server = CannedServer.start();
    HttpRequest.Builder request = HttpRequest.newBuilder(server.uri());
    get = request.GET().build();
    postBytes =
        request.POST(BodyPublishers.ofByteArray(new byte[CannedServer.KNOWN_LENGTH])).build();
    byte[] body = new byte[STREAMED];
    postStream =
        request.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))).build();
  }

  /** Ends it. */
  @TearDown
  public void stop() throws IOException {
    server.close();
  }

  /** The commonest call. */
  @Benchmark
  public HttpResponse<String> get(CpuTime cpu) throws IOException, InterruptedException {
    cpu.count();
    return client.send(get, BodyHandlers.ofString());
  }

  /** The same, asynchronously. */
  @Benchmark
  public HttpResponse<String> getAsync(CpuTime cpu) {
    cpu.count();
    return client.sendAsync(get, BodyHandlers.ofString()).join();
  }

  /** A body that the client itself can repeat. */
  @Benchmark
  public HttpResponse<String> postBytes(CpuTime cpu) throws IOException, InterruptedException {
    cpu.count();
    return client.send(postBytes, BodyHandlers.ofString());
  }

  /** A body that must be copied while it is sent. */
  @Benchmark
  public HttpResponse<String> postStream(CpuTime cpu) throws IOException, InterruptedException {
    cpu.count();
    return client.send(postStream, BodyHandlers.ofString());
  }
}
