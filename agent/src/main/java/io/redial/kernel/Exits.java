package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The methods of a client's and an application's own objects by which a body leaves Redial, as
 * references: between the kernel and them, nothing of Redial's is entered that could fail. One for
 * each client. Immutable.
 *
 * @param <D> the application's consumer of a body
 * @param <U> what paces a body: the client's for the kernel, and Redial's for the consumer
 * @param <T> what the consumer makes of the body
 */
public final class Exits<D, U, T> {

  /** Gives the consumer something; what it throws is the application's. */
  public interface Signal<D, A> {
    void give(D consumer, A argument) throws Throwable;
  }

  /** Tells the consumer that the body is complete; what it throws is the application's. */
  public interface End<D> {
    void give(D consumer) throws Throwable;
  }

  /** Asks the client for more. */
  public interface Request<U> {
    void give(U upstream, long units) throws Throwable;
  }

  /** Asks a client for more that counts no further than an {@code int}. */
  public interface Grant<U> {
    void give(U upstream, int units) throws Throwable;
  }

  /** Gives a consumer the head of its response; what it throws is the application's. */
  public interface Head<D, R, E, C, F> {
    void give(D consumer, R response, E entity, C context, F result) throws Throwable;
  }

  /** Offers content to a consumer that reads it by itself; what it throws is the application's. */
  public interface Offer<D, C, U> {
    void give(D consumer, C content, U handle) throws Throwable;
  }

  final Signal<D, U> begin;
  final Signal<D, List<ByteBuffer>> bytes;
  final Signal<D, Object> end;
  final Signal<D, Throwable> failed;
  final Consumer<D> release;
  final Function<D, CompletionStage<T>> result;
  final Request<U> request;
  final End<U> pause;
  final End<U> drop;

  // Of consumers that read by themselves.
  final Signal<D, Object> head;
  final Offer<D, Object, U> offer;
  final Function<OfferedContent, ?> content;
  final Signal<D, Object> completed;
  final Predicate<D> isDone;

  /**
   * Creates the exits of a client.
   *
   * @param begin gives the consumer what it paces the body with. Where bytes are counted, it is
   *     given that whenever it has got all that it has asked for
   * @param end takes the trailers, too, or null
   * @param release is called after the end; null for a consumer that has nothing to release
   * @param result returns what the consumer makes of the body; null if the adapter learns it by
   *     itself, so that only failures of the body are reported
   * @param request asks the client for more, in the units of its {@link Demand}
   * @param pause asks the client for nothing more for now; used only for {@link Demand.Unit#SWITCH}
   * @param drop ends the response without the rest of its body; null if {@link
   *     ResponseSignals#endsBy} is used
   */
  @SuppressWarnings("unchecked") // The client tells of its own trailers and exceptions.
  public <X, F extends Throwable> Exits(
      Signal<D, U> begin,
      Signal<D, List<ByteBuffer>> bytes,
      Signal<D, X> end,
      Signal<D, F> failed,
      Consumer<D> release,
      Function<D, CompletionStage<T>> result,
      Request<U> request,
      End<U> pause,
      End<U> drop) {
    this.begin = begin;
    this.bytes = bytes;
    this.end = (Signal<D, Object>) end;
    this.failed = (Signal<D, Throwable>) failed;
    this.release = release;
    this.result = result;
    this.request = request;
    this.pause = pause;
    this.drop = drop;
    this.head = null;
    this.offer = null;
    this.content = null;
    this.completed = null;
    this.isDone = null;
  }

  /**
   * Creates the exits of a client whose consumers are called when there is content, and read as
   * much of it as they want. Its input is on or off.
   *
   * @param head shows a consumer its response
   * @param content makes what a consumer reads from
   * @param completed tells it that the body is complete, with what the client passes then
   * @param isDone returns whether it wants no more
   * @param request turns the client's input on
   */
  @SuppressWarnings("unchecked") // The client's types are those of its consumers.
  public <H, C, X> Exits(
      Signal<D, H> head,
      Offer<D, C, U> offer,
      Function<OfferedContent, C> content,
      Signal<D, X> completed,
      Predicate<D> isDone,
      Consumer<U> request,
      End<U> pause,
      End<U> drop) {
    this.begin = null;
    this.bytes = null;
    this.end = null;
    this.failed = null;
    this.release = null;
    this.result = null;
    this.request = (from, units) -> request.accept(from);
    this.pause = pause;
    this.drop = drop;
    this.head = (Signal<D, Object>) head;
    this.offer = (Offer<D, Object, U>) offer;
    this.content = content;
    this.completed = (Signal<D, Object>) completed;
    this.isDone = isDone;
  }

  /** Gives a consumer the buffers of a piece one by one. */
  public static <D> Signal<D, List<ByteBuffer>> each(Signal<D, ByteBuffer> one) {
    return (consumer, piece) -> {
      for (ByteBuffer bytes : piece) {
        one.give(consumer, bytes);
      }
    };
  }

  /** Tells a consumer of an end without trailers. */
  public static <D> Signal<D, Object> withoutTrailers(End<D> end) {
    return (consumer, trailers) -> end.give(consumer);
  }

  /** Asks for as much as the client can count. */
  public static <U> Request<U> atMost(Grant<U> grant) {
    return (upstream, units) -> grant.give(upstream, (int) Math.min(units, Integer.MAX_VALUE));
  }
}
