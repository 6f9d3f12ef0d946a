package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;

/** The application's producer in one attempt: it is failed, completed and closed once in all. */
final class AttemptProducer extends DescribedProducer {
  private final AsyncAttempt<?> attempt;
  private final AsyncBody.Sender sender;

  /**
   * A producer for one attempt.
   *
   * @param sender sends the copy of the body and what follows it
   */
  AttemptProducer(
      HttpAsyncRequestProducer producer,
      Description description,
      AsyncAttempt<?> attempt,
      AsyncBody.Sender sender) {
    super(producer, description);
    this.attempt = attempt;
    this.sender = sender;
  }

  @Override
  public HttpRequest generateRequest() {
    return attempt.request();
  }

  @Override
  public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
    sender.produce(encoder, control);
  }

  @Override
  public void resetRequest() throws IOException {
    sender.reset();
  }

  @Override
  public void requestCompleted(HttpContext context) {
    attempt.exchange().requestCompleted(context);
  }

  @Override
  public void failed(Exception thrown) {
    attempt.told(); // Passed on if this attempt is the last.
  }

  @Override
  public void close() {
    attempt.closedByClient();
  }
}
