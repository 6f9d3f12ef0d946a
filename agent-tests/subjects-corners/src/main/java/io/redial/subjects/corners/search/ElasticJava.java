package io.redial.subjects.corners.search;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.JsonData;
import co.elastic.clients.json.JsonpSerializable;
import co.elastic.clients.json.SimpleJsonpMapper;
import co.elastic.clients.transport.rest5_client.Rest5ClientTransport;
import java.io.IOException;
import java.util.List;

/** Elasticsearch's typed client, on the other. */
final class ElasticJava implements SearchClient {
  private static final JsonpSerializable BOOK =
      (json, mapper) -> json.writeStartObject().write("title", "a title").writeEnd();

  private final ElasticsearchClient client;

  ElasticJava(List<String> nodes, Failures failures) {
    client =
        new ElasticsearchClient(
            new Rest5ClientTransport(
                ElasticRest5.client(nodes, failures), SimpleJsonpMapper.INSTANCE));
  }

  @Override
  public String read() throws IOException {
    return client.get(g -> g.index("books").id("1"), JsonData.class).source() + " ";
  }

  @Override
  public String write() throws IOException {
    return client.index(i -> i.index("books").document(BOOK)).result() + " ";
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
