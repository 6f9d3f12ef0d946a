package io.redial.subjects.corners.search;

import co.elastic.clients.transport.rest5_client.low_level.Node;
import co.elastic.clients.transport.rest5_client.low_level.Request;
import co.elastic.clients.transport.rest5_client.low_level.Response;
import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Elasticsearch's on HttpClient 5's asynchronous one. */
final class ElasticRest5 implements SearchClient {
  private final Rest5Client client;

  ElasticRest5(List<String> nodes, Failures failures) {
    client = client(nodes, failures);
  }

  static Rest5Client client(List<String> nodes, Failures failures) {
    return Rest5Client.builder(nodes.stream().map(URI::create).toArray(URI[]::new))
        .setFailureListener(
            new Rest5Client.FailureListener() {
              @Override
              public void onFailure(Node node) {
                failures.failed(node.getHost().toURI());
              }
            })
        .build();
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
    return response.getStatusCode()
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
