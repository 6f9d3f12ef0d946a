package io.redial.client.apache5;

import io.redial.call.Exceptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Receives the client's signals of one attempt's response, and passes them to the application's
 * consumer, to what stands before it if the body may be resumed, or to nobody, because the response
 * is kept.
 *
 * <p>After an {@code Error} the client shuts down all of its connections. So an internal fault goes
 * no further than here, and what must still be done uses plain fields (rule 1.4).
 */
abstract class ResponseSignals<T> implements AsyncResponseConsumer<Object> {
  final AsyncResponseConsumer<T> applications;

  /** The consumer that gets the response; null as long as that is nobody. */
  volatile AsyncResponseConsumer<T> committed;

  /** The same consumer if the body of the response may be resumed after a cut, or null. */
  volatile BodyConsumer<T> resumable;

  /** Whether the application's consumer has all of the response. */
  volatile boolean complete;

  /** The response that waits for the first byte of its body, or null. */
  HeldResponse held;

  ResponseSignals(AsyncResponseConsumer<T> applications) {
    this.applications = applications;
  }

  /**
   * Decides who gets the response.
   *
   * @return true if nobody gets it and it is complete because it has no body
   */
  abstract boolean takeHead(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback)
      throws IOException;

  /** Leaves the response to the application after all, because of an internal fault. */
  abstract void despite(Throwable fault);

  /** Decides who gets a held-back response whose first byte or end has arrived (rule 10.6). */
  abstract void takeBegun(HeldResponse begun) throws IOException;

  /** Keeps a part of a response that nobody gets. */
  abstract void keep(ByteBuffer bytes) throws IOException;

  /** Called when such a part could not be kept. */
  abstract void lose(Throwable fault);

  /** Called when a response that nobody gets is complete. */
  abstract void endKept(List<? extends Header> trailers) throws IOException;

  /** Does the same after {@link #endKept} has failed. */
  abstract void endLost() throws IOException;

  @Override
  @SuppressWarnings("unchecked") // The client's callback takes whatever the consumer makes.
  public final void consumeResponse(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<Object> callback)
      throws HttpException, IOException {
    boolean whole = false;
    try {
      whole = takeHead(response, entity, context, callback);
    } catch (GivenUpException stop) {
      throw stop;
    } catch (Throwable fault) {
      despite(fault);
    }
    if (held != null) {
      return;
    }
    BodyConsumer<T> body = resumable;
    if (body != null) {
      try {
        body.consumeResponse(response, entity, context, (FutureCallback<T>) (Object) callback);
        return;
      } catch (IOException | HttpException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        leaveOut(body, fault);
        if (body.headTold) {
          return;
        }
      }
    }
    if (committed != null) {
      committed.consumeResponse(response, entity, context, (FutureCallback<T>) (Object) callback);
    } else if (whole) {
      callback.completed(null);
    }
  }

  /**
   * Leaves a signal in which an internal fault occurred, and all further ones, to the application.
   *
   * @throws GivenUpException if the body has ended instead
   */
  final void leaveOut(BodyConsumer<T> body, Throwable fault) throws GivenUpException {
    if (!body.leavesToClient(fault)) {
      throw new GivenUpException();
    }
    resumable = null;
    committed = applications;
  }

  private void tellBegun(HeldResponse begun) throws IOException {
    try {
      takeBegun(begun);
    } catch (GivenUpException stop) {
      throw stop;
    } catch (Throwable fault) {
      despite(fault);
    }
    try {
      consumeBegun(begun);
    } catch (HttpException thrown) {
      throw Exceptions.sneakyThrow(thrown); // As the client takes it together with the head.
    }
    if (begun.capacity != null) {
      updateCapacity(begun.capacity);
    }
  }

  @SuppressWarnings("unchecked") // The client's callback takes whatever the consumer makes.
  private void consumeBegun(HeldResponse begun) throws HttpException, IOException {
    begun.isTold = true;
    FutureCallback<T> callback = (FutureCallback<T>) (Object) begun.callback;
    BodyConsumer<T> body = resumable;
    if (body != null) {
      try {
        body.consumeResponse(begun.response, begun.entity, begun.context, callback);
        return;
      } catch (IOException | HttpException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        leaveOut(body, fault);
        if (body.headTold) {
          return;
        }
      }
    }
    committed.consumeResponse(begun.response, begun.entity, begun.context, callback);
  }

  @SuppressWarnings("unchecked") // The client's callback takes whatever the consumer makes.
  private void tellAfterFault(HeldResponse begun, Throwable fault) throws IOException {
    if (begun.isTold) {
      throw Exceptions.sneakyThrow(fault); // What the application threw.
    }
    begun.isTold = true;
    despite(fault);
    try {
      FutureCallback<T> callback = (FutureCallback<T>) (Object) begun.callback;
      applications.consumeResponse(begun.response, begun.entity, begun.context, callback);
    } catch (HttpException thrown) {
      throw Exceptions.sneakyThrow(thrown);
    }
    if (begun.capacity != null) {
      applications.updateCapacity(begun.capacity);
    }
  }

  @Override
  public final void updateCapacity(CapacityChannel channel) throws IOException {
    HeldResponse waiting = held;
    BodyConsumer<T> body = resumable;
    if (waiting != null) {
      waiting.capacity = channel;
      return;
    }
    if (body != null) {
      try {
        body.updateCapacity(channel);
        return;
      } catch (IOException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        leaveOut(body, fault);
      }
    }
    if (committed != null) {
      committed.updateCapacity(channel);
    } else {
      channel.update(Integer.MAX_VALUE); // An HTTP/2 stream must be able to reach its end.
    }
  }

  @Override
  public final void consume(ByteBuffer bytes) throws IOException {
    HeldResponse begun = held;
    if (begun != null) {
      if (!bytes.hasRemaining()) {
        return;
      }
      held = null;
      try {
        tellBegun(begun);
      } catch (IOException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        tellAfterFault(begun, fault);
      }
    }
    BodyConsumer<T> body = resumable;
    if (body != null) {
      int start = bytes.position();
      try {
        body.consume(bytes);
      } catch (IOException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        leaveOut(body, fault);
        body.deliverRest(fault, bytes, start);
      }
    } else if (committed != null) {
      committed.consume(bytes);
    } else {
      try {
        keep(bytes);
      } catch (IOException stop) {
        throw stop;
      } catch (Throwable fault) {
        lose(fault);
      }
    }
  }

  @Override
  public final void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    HeldResponse begun = held;
    if (begun != null) {
      held = null;
      try {
        tellBegun(begun);
      } catch (IOException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        tellAfterFault(begun, fault);
      }
    }
    BodyConsumer<T> body = resumable;
    if (body != null) {
      try {
        body.streamEnd(trailers);
      } catch (IOException | HttpException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        leaveOut(body, fault);
        body.completeAfterFault(fault, trailers);
      }
    } else if (committed != null) {
      complete = true; // Before the consumer tells the future, upon which the client may cancel.
      try {
        committed.streamEnd(trailers);
      } catch (Throwable original) {
        complete = false;
        throw original;
      }
    } else {
      try {
        endKept(trailers);
      } catch (IOException stop) {
        throw stop;
      } catch (Throwable fault) {
        lose(fault);
        endLost();
      }
    }
  }
}
