package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

/**
 * The methods of a client's and an application's own objects by which a body leaves Redial, as
 * references: between the kernel and them, nothing of Redial's is entered that could fail. One for
 * each client.
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

  final Signal<D, U> begin;
  final Signal<D, List<ByteBuffer>> bytes;
  final End<D> end;
  final Signal<D, Throwable> failed;
  final Function<D, CompletionStage<T>> result;
  final ObjLongConsumer<U> request;
  final Consumer<U> pause;
  final Consumer<U> drop;

  /**
   * Creates the exits of a client.
   *
   * @param result returns what the consumer makes of the body
   * @param request asks the client for more, in the units of its {@link Demand}
   * @param pause asks the client for nothing more for now; used only for {@link Demand.Unit#SWITCH}
   * @param drop ends the response without the rest of its body
   */
  public Exits(
      Signal<D, U> begin,
      Signal<D, List<ByteBuffer>> bytes,
      End<D> end,
      Signal<D, Throwable> failed,
      Function<D, CompletionStage<T>> result,
      ObjLongConsumer<U> request,
      Consumer<U> pause,
      Consumer<U> drop) {
    this.begin = begin;
    this.bytes = bytes;
    this.end = end;
    this.failed = failed;
    this.result = result;
    this.request = request;
    this.pause = pause;
    this.drop = drop;
  }
}
