package com.example.fetch.crowd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls by many threads that share a client, and how often each outcome came. */
public final class Crowd {
  private Crowd() {}

  /**
   * Fetches.
   *
   * @param args {@code 4}, {@code 4Async}, {@code 5} or {@code 5Async}; how many threads; how many
   *     calls each; the URL
   */
  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[1]);
    int calls = Integer.parseInt(args[2]);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (SharedClient client = client(args[0], threads)) {
      List<Future<Map<String, Integer>>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(executor.submit(() -> outcomes(client, args[3], calls)));
      }
      System.out.println(sum(results));
    } finally {
      executor.shutdown();
    }
  }

  private static SharedClient client(String name, int connections) {
    switch (name) {
      case "4":
        return new Shared4(connections);
      case "4Async":
        return new Shared4Async(connections);
      case "5":
        return new Shared5(connections);
      default:
        return new Shared5Async(connections);
    }
  }

  private static Map<String, Integer> outcomes(SharedClient client, String url, int calls) {
    Map<String, Integer> outcomes = new TreeMap<>();
    for (int i = 0; i < calls; i++) {
      outcomes.merge(outcome(client, url), 1, Integer::sum);
    }
    return outcomes;
  }

  private static String outcome(SharedClient client, String url) {
    try {
      return Integer.toString(client.status(url));
    } catch (Exception e) {
      return e.toString();
    }
  }

  private static Map<String, Integer> sum(List<Future<Map<String, Integer>>> results)
      throws InterruptedException, ExecutionException {
    Map<String, Integer> sum = new TreeMap<>();
    for (Future<Map<String, Integer>> result : results) {
      result.get().forEach((outcome, count) -> sum.merge(outcome, count, Integer::sum));
    }
    return sum;
  }
}
