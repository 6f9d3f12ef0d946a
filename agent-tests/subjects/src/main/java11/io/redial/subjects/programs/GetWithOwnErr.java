package io.redial.subjects.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches what its first argument names, after it has put something else into {@code System.err}:
 * what throws, or what posts each line to the second argument and waits for the answer.
 */
public final class GetWithOwnErr {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
          });

  private GetWithOwnErr() {}

  /** Fetches, for 20 seconds at most. */
  public static void main(String[] args) throws InterruptedException, ExecutionException {
    PrintStream own =
        args.length == 1
            ? new Err(GetWithOwnErr::fail)
            : new Err(line -> THREADS.submit(() -> status(args[1])).get());
    System.setErr(own);
    Future<Integer> status = THREADS.submit(() -> status(args[0]));
    try {
      System.out.println("status " + status.get(20, TimeUnit.SECONDS));
    } catch (TimeoutException e) {
      System.out.println("hangs");
    }
  }

  private static int status(String url) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  private static void fail(String line) {
    throw new IllegalStateException("the log is closed");
  }

  private interface Appender {
    void append(String line) throws Exception;
  }

  private static final class Err extends PrintStream {
    private final Appender appender;

    Err(Appender appender) {
      super(OutputStream.nullOutputStream(), true);
      this.appender = appender;
    }

    @Override
    public void println(String line) {
      println((Object) line);
    }

    @Override
    public void println(Object line) {
      try {
        appender.append(String.valueOf(line));
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
