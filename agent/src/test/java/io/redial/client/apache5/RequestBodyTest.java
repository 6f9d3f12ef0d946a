package io.redial.client.apache5;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.junit.jupiter.api.Test;

/** The application's producer over the attempts of a call. */
final class RequestBodyTest {
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
  private CapturedRequest sent;

  /** Rules 1.1 and 5.4: the thread that cancels may hold a lock that the producer waits for. */
  @Test
  void aCallIsCancelledWhileItsProducerIsAtWork() throws Exception {
    RequestBody[] body = new RequestBody[1];
    body[0] =
        bodyOf(
            () -> {
              onAnotherThread(body[0]::commit);
              onAnotherThread(body[0]::close);
              seen.add("produced");
            });
    AttemptProducer attempt = attemptOf(body[0]);

    body[0].begin(attempt);
    attempt.produce(null);

    assertThat(seen).containsExactly("produced");
  }

  /** Rule 6.3: what is late of one attempt does not touch the next. */
  @Test
  void theNextAttemptBeginsWhenTheProducerHasReturned() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    RequestBody body =
        bodyOf(
            () -> {
              entered.countDown();
              await(release);
              seen.add("produced");
            });
    AttemptProducer first = attemptOf(body);
    AttemptProducer second = attemptOf(body);
    body.begin(first);
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> produce(first));
    await(entered);

    CompletableFuture<Void> begun =
        CompletableFuture.runAsync(() -> body.begin(second)).thenRun(() -> seen.add("begun"));
    release.countDown();
    sending.get(10, TimeUnit.SECONDS);
    begun.get(10, TimeUnit.SECONDS);
    first.releaseResources();

    assertThat(seen).containsExactly("produced", "released", "begun");
  }

  private RequestBody bodyOf(Runnable work) {
    sent = CapturedRequest.by(new Working(work), null);
    return new RequestBody(sent, null);
  }

  private AttemptProducer attemptOf(RequestBody body) {
    return new AttemptProducer(sent, null, body);
  }

  private static void produce(AttemptProducer attempt) {
    try {
      attempt.produce(null);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void onAnotherThread(Runnable work) {
    try {
      CompletableFuture.runAsync(work).get(10, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Working implements AsyncRequestProducer {
    private final Runnable work;

    Working(Runnable work) {
      this.work = work;
    }

    @Override
    public void sendRequest(RequestChannel channel, HttpContext context)
        throws HttpException, IOException {
      channel.sendRequest(new BasicHttpRequest("PUT", "/"), null, context);
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public int available() {
      return 1;
    }

    @Override
    public void produce(DataStreamChannel channel) {
      work.run();
    }

    @Override
    public void failed(Exception cause) {
      seen.add("failed");
    }

    @Override
    public void releaseResources() {
      seen.add("released");
    }
  }
}
