package io.redial.subjects.corners.search;

import java.io.IOException;
import java.util.List;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.HttpSolrClient;
import org.apache.solr.client.solrj.impl.LBHttpSolrClient;
import org.apache.solr.client.solrj.impl.XMLResponseParser;
import org.apache.solr.common.SolrInputDocument;

/** Solr's on HttpClient 4; for several nodes the one that balances. */
@SuppressWarnings("deprecation")
final class Solr implements SearchClient {
  private final SolrClient client;

  Solr(List<String> nodes) {
    XMLResponseParser parser = new XMLResponseParser();
    client =
        nodes.size() == 1
            ? new HttpSolrClient.Builder(nodes.get(0)).withResponseParser(parser).build()
            : new LBHttpSolrClient.Builder()
                .withBaseEndpoints(nodes.toArray(new String[0]))
                .withResponseParser(parser)
                .build();
  }

  @Override
  public String read() throws IOException, SolrServerException {
    return client.query("books", new SolrQuery("*:*")).getResults() + " ";
  }

  @Override
  public String write() throws IOException, SolrServerException {
    SolrInputDocument document = new SolrInputDocument();
    document.addField("id", "1");
    return client.add("books", document).getStatus() + " ";
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
