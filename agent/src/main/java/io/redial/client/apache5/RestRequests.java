package io.redial.client.apache5;

import io.redial.call.Call;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Makes the requests for the rest of an asynchronous call's body (rule 10). */
final class RestRequests implements RestOfBody {
  private final CloseableHttpAsyncClient client;
  private final HttpHost target;
  private final SentRequest sent;
  private final HttpContext context;

  RestRequests(
      CloseableHttpAsyncClient client, HttpHost target, SentRequest sent, HttpContext context) {
    this.client = client;
    this.target = target;
    this.sent = sent;
    this.context = context;
  }

  @Override
  public Source after(Exception cut, ResumableBody<?> body) {
    CopiedRequest request = new CopiedRequest(body.request());
    request.setPath(body.plan.target(request.getPath()));
    body.plan.ask(request::setHeader);
    HttpContext own = RestContext.of(context);
    Call call = body.resumptions.begin(client, false);
    call.limitWaitsTo(OperationTimeout.nanos(sent.producer()));
    return new RestExchange(
        body,
        cut,
        client,
        target,
        SentRequest.by(new BasicRequestProducer(request, null), own),
        own,
        call);
  }
}
