package io.redial.subjects.corners.search;

import java.io.IOException;
import java.util.List;
import org.apache.http.HttpHost;
import org.apache.http.util.EntityUtils;
import org.elasticsearch.client.Node;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.RestClient;

/** Elasticsearch's on HttpAsyncClient 4. */
final class ElasticRest implements SearchClient {
  private final RestClient client;

  ElasticRest(List<String> nodes, Failures failures) {
    client =
        RestClient.builder(nodes.stream().map(HttpHost::create).toArray(HttpHost[]::new))
            .setFailureListener(
                new RestClient.FailureListener() {
                  @Override
                  public void onFailure(Node node) {
                    failures.failed(node.getHost().toURI());
                  }
                })
            .build();
  }

  @Override
  public String read() throws IOException {
    return send(new Request("GET", "/books/_doc/1"));
  }

  @Override
  public String write() throws IOException {
    Request request = new Request("POST", "/books/_doc");
    request.setJsonEntity("{\"title\":\"a title\"}");
    return send(request);
  }

  private String send(Request request) throws IOException {
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
