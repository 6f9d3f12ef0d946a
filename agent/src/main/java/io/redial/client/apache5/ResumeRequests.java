package io.redial.client.apache5;

import io.redial.call.Call;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Makes the requests for the rest of an asynchronous call's body (rule 10). */
final class ResumeRequests implements ResumedBody {
  private final CloseableHttpAsyncClient client;
  private final HttpHost target;
  private final CapturedRequest sent;
  private final HttpContext context;

  ResumeRequests(
      CloseableHttpAsyncClient client, HttpHost target, CapturedRequest sent, HttpContext context) {
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
    HttpContext own = ResumeContext.of(context);
    Call call = body.resumptions.begin(client, false);
    call.limitWaitsTo(OperationTimeout.nanos(sent.producer()));
    return new ResumeExchange(
        body,
        cut,
        client,
        target,
        CapturedRequest.by(new BasicRequestProducer(request, null), own),
        own,
        call);
  }
}
