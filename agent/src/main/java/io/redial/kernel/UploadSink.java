package io.redial.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The methods of a client's connection by which the body of a request leaves Redial, as references:
 * between the kernel and them, nothing of Redial's is entered that could fail. One for each client.
 *
 * @param <K> what an attempt writes to
 * @param <W> what it asks to be called with when there is more to write
 */
public final class UploadSink<K, W> {

  /** Writes some of the bytes; what it throws is the client's. */
  public interface Write<K> {
    int to(K sink, ByteBuffer bytes) throws IOException;
  }

  /**
   * A method of a connection or of a producer; what it throws is the client's or the producer's.
   */
  public interface Action<T> {
    void on(T target) throws IOException;
  }

  /** Such a method with one argument. */
  public interface ActionWith<T, A> {
    void on(T target, A argument) throws IOException;
  }

  final Write<K> write;
  final Action<K> end;
  final ActionWith<K, Object> endWith;
  final Consumer<W> wake;
  final Function<String, Exception> refusal;
  final Class<? extends Exception> breaks;

  /** Null unless the connection itself knows when it has the whole body. */
  final Predicate<K> isComplete;

  private UploadSink(
      Write<K> write,
      Action<K> end,
      ActionWith<K, Object> endWith,
      Consumer<W> wake,
      Function<String, Exception> refusal,
      Class<? extends Exception> breaks,
      Predicate<K> isComplete) {
    this.write = write;
    this.end = end;
    this.endWith = endWith;
    this.wake = wake;
    this.refusal = refusal;
    this.breaks = breaks;
    this.isComplete = isComplete;
  }

  /**
   * A sink that can be written to at any time and on any thread, and that knows of trailers. Any
   * exception of its breaks the attempt.
   *
   * @param refusal makes what an attempt is told that may not send any more
   */
  @SuppressWarnings("unchecked") // The trailers are the ones that the source has given.
  public static <K, T> UploadSink<K, K> shared(
      Write<K> write,
      Action<K> end,
      ActionWith<K, T> endWith,
      Consumer<K> wake,
      Function<String, Exception> refusal) {
    return new UploadSink<>(
        write, end, (ActionWith<K, Object>) endWith, wake, refusal, Exception.class, null);
  }

  /**
   * A sink that is written to only while the client asks for output, and that counts what it gets.
   * Its {@code IOException}s break the attempt.
   */
  public static <K, W> UploadSink<K, W> lent(
      Write<K> write, Action<K> end, Predicate<K> isComplete, Consumer<W> wake) {
    return new UploadSink<>(
        write, end, null, wake, IOException::new, IOException.class, isComplete);
  }

  /** Whether the connection has the whole body, as far as it knows. */
  boolean hasAll(K sink) {
    return isComplete != null && isComplete.test(sink);
  }

  /** Returns what an attempt is told that another one has replaced. */
  Exception replaced() {
    return refusal.apply("replaced by a new attempt");
  }

  void end(K sink, Object trailers) throws IOException {
    if (trailers == null) {
      end.on(sink);
    } else {
      endWith.on(sink, trailers);
    }
  }
}
