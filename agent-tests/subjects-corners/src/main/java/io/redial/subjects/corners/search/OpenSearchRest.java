package io.redial.subjects.corners.search;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.opensearch.client.Node;
import org.opensearch.client.Request;
import org.opensearch.client.Response;
import org.opensearch.client.RestClient;

/** OpenSearch's on HttpClient 5's asynchronous one. */
final class OpenSearchRest implements SearchClient {
  private final RestClient client;

  OpenSearchRest(List<String> nodes, Failures failures) {
    client =
        RestClient.builder(nodes.stream().map(OpenSearchRest::host).toArray(HttpHost[]::new))
            .setFailureListener(
                new RestClient.FailureListener() {
                  @Override
                  public void onFailure(Node node) {
                    failures.failed(node.getHost().toURI());
                  }
                })
            .build();
  }

  private static HttpHost host(String url) {
    try {
      return HttpHost.create(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(url, e);
    }
  }

  @Override
  public String read() throws IOException, ParseException {
    return send(new Request("GET", "/books/_doc/1"));
  }

  @Override
  public String write() throws IOException, ParseException {
    Request request = new Request("POST", "/books/_doc");
    request.setJsonEntity("{\"title\":\"a title\"}");
    return send(request);
  }

  private String send(Request request) throws IOException, ParseException {
    Response response = client.performRequest(request);
    return response.getStatusLine().getStatusCode()
        + " "
        + EntityUtils.toString(response.getEntity())
        + " from "
        + response.getHost().toURI();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
