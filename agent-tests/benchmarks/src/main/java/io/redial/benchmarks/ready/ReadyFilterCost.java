package io.redial.benchmarks.ready;

import com.example.initializing.ReadyFilter;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** A request of five header fields on its way to a handler that does nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ReadyFilterCost {
  private static final String[] FIELDS = {
    "Host",
    "localhost",
    "Accept",
    "application/json",
    "User-Agent",
    "benchmark/1",
    "Authorization",
    "Bearer token",
    "Accept-Encoding",
    "gzip"
  };

  private final HttpHandler handler = HttpExchange::getResponseHeaders;
  private final HttpExchange silent = new StubExchange(FIELDS);
  private final HttpExchange asking = asking();
  private volatile boolean initialized = true;
  private volatile boolean initializing;
  private final Filter filter = new ReadyFilter(() -> initialized, 5);
  private final Filter early = new ReadyFilter(() -> initializing, 5);

  private static HttpExchange asking() {
    StubExchange exchange = new StubExchange(FIELDS);
    exchange.getRequestHeaders().add(ReadyFilter.IF_READY, "true");
    return exchange;
  }

  /** Runs this benchmark and prints what JMH prints. */
  public static void main(String[] arguments) throws RunnerException {
    new Runner(new OptionsBuilder().include(ReadyFilterCost.class.getName()).build()).run();
  }

  /** A server without the filter. */
  @Benchmark
  public int noFilter() throws IOException {
    new Filter.Chain(List.of(), handler).doFilter(silent);
    return silent.getResponseCode();
  }

  /** A client that knows nothing of the header: what every request of the others pays. */
  @Benchmark
  public int silentClient() throws IOException {
    new Filter.Chain(List.of(filter), handler).doFilter(silent);
    return silent.getResponseCode();
  }

  /** A client that asks, of a server that is initialised. */
  @Benchmark
  public int askingClient() throws IOException {
    new Filter.Chain(List.of(filter), handler).doFilter(asking);
    return asking.getResponseCode();
  }

  /** A client that asks too early. */
  @Benchmark
  public int earlyClient() throws IOException {
    new Filter.Chain(List.of(early), handler).doFilter(asking);
    return asking.getResponseCode();
  }
}
