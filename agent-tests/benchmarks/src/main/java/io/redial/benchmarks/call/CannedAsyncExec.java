package io.redial.benchmarks.call;

import io.redial.benchmarks.CannedServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;

/** Answers every request of the asynchronous HttpClient 5 at once, instead of its connections. */
final class CannedAsyncExec implements AsyncExecChainHandler {
  private static final byte[] BODY = CannedServer.BODY.getBytes(StandardCharsets.US_ASCII);
  private static final EntityDetails DETAILS =
      new BasicEntityDetails(BODY.length, ContentType.APPLICATION_JSON);

  @Override
  public void execute(
      HttpRequest request,
      AsyncEntityProducer body,
      AsyncExecChain.Scope scope,
      AsyncExecChain chain,
      AsyncExecCallback callback)
      throws HttpException, IOException {
    AsyncDataConsumer consumer = callback.handleResponse(new BasicHttpResponse(200), DETAILS);
    consumer.consume(ByteBuffer.wrap(BODY));
    consumer.streamEnd(null);
    callback.completed();
  }
}
