package io.redial.client.apache4;

import io.redial.body.ResumeAttempt;
import io.redial.body.ResumeRequests;
import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.client.apache4.RequestView.Rewriting;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.Cancellable;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/** Requests the rest of a response's body from HttpAsyncClient 4. */
final class Apache4Resumption implements ResumeRequests {
  // What the nested class uses is not private: compilers for Java 8 put methods in between, which
  // could fail where the client calls (rule 1.4).

  private static final String WHERE = "Apache HttpAsyncClient 4 body";

  final CallOutcome<?> resumed;
  final HttpAsyncClient client;
  final HttpHost target;

  /** The application's own request. */
  private final HttpRequest original;

  /** A copy of that request as it was when its response arrived. */
  final RequestCopy request;

  final PushedBody<?, ?, ?> body;
  private volatile Aborts aborts;

  Apache4Resumption(CallOutcome<?> resumed, RequestView view, PushedBody<?, ?, ?> body) {
    this.resumed = resumed;
    this.client = (HttpAsyncClient) resumed.call.client();
    this.target = view.target;
    this.original = view.request;
    this.request = RequestCopy.frozen(view.request);
    this.body = body;
  }

  /** One request, and what the client tells of it. Clients report its end in several ways. */
  private final class Sent extends ResumeAttempt
      implements HttpAsyncResponseConsumer<Object>, FutureCallback<Object> {
    private final ResumeContext context = new ResumeContext(resumed.context);
    private final Redirects redirects = new Redirects(context);
    private final AttemptTimeout timeout = new AttemptTimeout();
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private RequestView view;
    private IOControl connection;
    private volatile Object stopper;
    private volatile Future<Object> running;
    private volatile boolean isDropped;

    /** The response that is given up on, or null. */
    private volatile HttpResponse drained;

    /** Null before the head has arrived. */
    private volatile ResponseSignals<IOControl> signals;

    Sent(Call call, StreamPlan plan) {
      super(call, plan);
    }

    @Override
    protected void send() throws Throwable {
      HttpRequest asked = request.changedBy(plan);
      view = new RequestView(target, asked, Rewriting.NONE);
      HttpRequest sent =
          RequestCopy.forAttempt(view, call(), number(), null, handle -> stopper = handle)
              .toRequest();
      redirects.begin(asked, sent);
      BasicAsyncRequestProducer producer = new BasicAsyncRequestProducer(target, sent);
      timeout.startOffTimer(call().timer(), call().attemptNanos(), this::expire);
      try {
        running =
            make(
                client,
                () -> {
                  markMade();
                  return client.execute(producer, this, context, this);
                });
      } finally {
        if (!isMade() || failure() != null) {
          isEnded.set(true); // Later reports of the client do not count.
          timeout.stop();
        }
      }
      if (isDropped) {
        drop();
      }
      AsyncAttempt.endIfForgotten(call(), timeout, isEnded::get, this::expire);
    }

    private void expire() {
      try {
        drop();
      } finally {
        cancelled();
      }
    }

    @Override
    protected void end() {
      if (!isEnded.get()) {
        drop();
      }
    }

    @Override
    protected String uri(Object response) {
      return redirects.uri(view);
    }

    /**
     * Cancels the request in whichever way the client's version offers. One that the client is
     * still making would cost its pool a connection; {@link #send} cancels it then.
     */
    private void drop() {
      isDropped = true;
      Future<Object> pending = running;
      if (pending == null) {
        return;
      }
      Object handle = stopper;
      if (handle instanceof Cancellable) {
        ((Cancellable) handle).cancel();
      }
      pending.cancel(true);
    }

    @Override
    public void responseReceived(HttpResponse response) throws IOException {
      if (!timeout.compareAndSet(State.OPEN, State.HEAD)) {
        throw new IOException("the attempt has ended");
      }
      body.guard(() -> read(response));
      ResponseSignals<IOControl> used = signals;
      if (used == null || used.isLeft()) {
        throw new IOException("the response does not continue the body");
      }
    }

    private void read(HttpResponse response) {
      timeout.stop();
      int status = response.getStatusLine().getStatusCode();
      ResponseSignals<IOControl> used =
          judge(status, new Apache4Headers(response), StreamPlan.AS_SENT, true);
      if (used == null) {
        signals = ConsumerBody.drain(call(), response, ConsumerBody.unseen(call()), context);
        drained = response;
        return;
      }
      continues();
      signals = used;
      outcome.accept(response, null);
    }

    @Override
    public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
      ResponseSignals<IOControl> used = signals;
      if (used == null) {
        return;
      }
      if (connection == null) {
        connection = control;
        used.begins(control);
      }
      used.offers(decoder::read, decoder::isCompleted);
    }

    @Override
    public void responseCompleted(HttpContext completed) {
      ResponseSignals<IOControl> used = signals;
      if (used == null) {
        return;
      }
      if (connection != null) {
        connection.requestInput(); // It may be suspended, and the next call needs it.
      }
      used.disconnected();
      if (drained != null) {
        used.end();
      }
    }

    @Override
    public boolean isDone() {
      ResponseSignals<IOControl> used = signals;
      return used != null && (used.isLeft() || (drained == null && resumed.consumer.isDone()));
    }

    @Override
    public Object getResult() {
      return null;
    }

    @Override
    public Exception getException() {
      return null;
    }

    /** Called when the application has aborted its request, or when Redial cancels this one. */
    @Override
    public boolean cancel() {
      ResponseSignals<IOControl> used = signals;
      if (used == null || used.isLeft() || drained != null || isEnded.get()) {
        return true;
      }
      boolean isFirst = FaultBoundary.ask(resumed.call, WHERE, resumed::takeCancellation, true);
      return !isFirst || resumed.consumer.cancel();
    }

    @Override
    public void completed(Object result) {
      body.guard(() -> ended(null));
    }

    @Override
    public void failed(Exception thrown) {
      body.guard(() -> ended(thrown));
    }

    @Override
    public void cancelled() {
      body.guard(() -> ended(new CancelledException()));
    }

    @Override
    public void close() {
      if (!isEnded.get()) {
        body.guard(() -> AsyncAttempt.report(running, this));
      }
    }

    /** Called with how the client has ended the request, perhaps more than once. */
    private void ended(Exception reported) {
      if (!isEnded.compareAndSet(false, true)) {
        return;
      }
      timeout.stop();
      Exception thrown = timeout.isExpired() ? Apache4Failures.timedOut() : reported;
      ResponseSignals<IOControl> used = signals;
      boolean isOfNoUse = drained != null || (used != null && used.isLeft()); // Redial ended it.
      if (thrown instanceof CancelledException && !isOfNoUse && !body.isStopped()) {
        body.abort(thrown); // By the application.
      }
      if (drained != null) {
        outcome.accept(thrown == null ? drained : null, thrown);
      } else if (used == null) {
        Exception none = new EOFException("the server sent none of the remaining body");
        outcome.accept(null, thrown == null ? none : thrown);
      } else {
        used.failed(thrown);
      }
    }
  }

  @Override
  public ResumeAttempt request(Call resumed, StreamPlan plan) {
    return new Sent(resumed, plan);
  }

  @Override
  public void limit(Call call) {
    aborts = new Aborts(original, call);
  }

  @Override
  public boolean isUnwanted() {
    return resumed.future.isDone() || Aborts.isAborted(original) || resumed.consumer.isDone();
  }

  @Override
  public void onceDone(Runnable task) {
    aborts.watch();
    task.run();
  }

  @Override
  public void onClientsThread(Runnable task) {
    if (Aborts.isAborted(original)) {
      body.abort(new CancelledException());
    } else {
      task.run();
    }
  }

  @Override
  public Failure classify(Throwable thrown) {
    return thrown instanceof CancelledException ? Failure.OTHER : Apache4Failures.classify(thrown);
  }
}
