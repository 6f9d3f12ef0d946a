package io.redial.subjects.corners.search;

import java.util.ArrayList;
import java.util.List;

/** Reads and writes documents one after the other and prints what comes of each. */
public final class SearchMain {
  private SearchMain() {}

  /**
   * Runs.
   *
   * @param args the client; the calls, joined by commas; the URLs of the nodes
   */
  public static void main(String[] args) throws Exception {
    List<String> nodes = List.of(args).subList(2, args.length);
    List<String> failed = new ArrayList<>();
    try (SearchClient client = client(args[0], nodes, url -> failed.add(name(url, nodes)))) {
      for (String call : args[1].split(",", -1)) {
        failed.clear();
        String outcome = outcome(client, call);
        for (String node : nodes) {
          outcome = outcome.replace(node, name(node, nodes));
        }
        System.out.println(call + ": " + outcome + failed);
      }
    }
  }

  private static String name(String url, List<String> nodes) {
    return "node " + (nodes.indexOf(url) + 1);
  }

  private static SearchClient client(
      String name, List<String> nodes, SearchClient.Failures failures) {
    return switch (name) {
      case "elasticsearch-rest" -> new ElasticRest(nodes, failures);
      case "elasticsearch-rest5" -> new ElasticRest5(nodes, failures);
      case "elasticsearch-java" -> new ElasticJava(nodes, failures);
      case "opensearch-rest" -> new OpenSearchRest(nodes, failures);
      case "solr" -> new Solr(nodes);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String outcome(SearchClient client, String call) {
    try {
      return call.equals("read") ? client.read() : client.write();
    } catch (Exception e) {
      Throwable cause = e.getCause();
      return e.getClass().getSimpleName()
          + (cause == null ? "" : " of " + cause.getClass().getSimpleName());
    }
  }
}
