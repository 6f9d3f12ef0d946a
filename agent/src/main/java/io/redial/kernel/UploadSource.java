package io.redial.kernel;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The application's producer, and its own methods as references: what they throw is the
 * application's.
 *
 * @param <K> what it writes to
 * @param <W> what it asks for output with
 */
public class UploadSource<K, W> {

  /** Writes some of the body. */
  public interface Produce<P, K, W> {
    void by(P producer, K sink, W control) throws IOException;
  }

  /** The methods of a kind of producer, and of the connections that it writes to. Immutable. */
  public static final class Methods<P, K, W> {
    private final UploadSink<K, W> sink;
    private final Produce<P, K, W> produce;
    private final UploadSink.Action<P> reset;

    // Null unless the client asks for them.
    private final ToIntFunction<P> available;
    private final Predicate<P> isRepeatable;
    private final BiConsumer<P, Exception> failed;

    /** Creates the methods of producers that clients release by themselves. */
    public Methods(UploadSink<K, W> sink, Produce<P, K, W> produce, UploadSink.Action<P> reset) {
      this.sink = sink;
      this.produce = produce;
      this.reset = reset;
      this.available = null;
      this.isRepeatable = null;
      this.failed = null;
    }

    /**
     * Creates the methods of producers that may write at any time.
     *
     * @param release makes one begin again, too
     */
    public Methods(
        UploadSink<K, W> sink,
        UploadSink.ActionWith<P, K> produce,
        UploadSink.Action<P> release,
        ToIntFunction<P> available,
        Predicate<P> isRepeatable,
        BiConsumer<P, Exception> failed) {
      this.sink = sink;
      this.produce = (producer, to, control) -> produce.on(producer, to);
      this.reset = release;
      this.available = available;
      this.isRepeatable = isRepeatable;
      this.failed = failed;
    }
  }

  private final Methods<Object, K, W> methods;
  private final Object producer;

  /** Whether it was asked, and was not reset since. */
  volatile boolean isUsed;

  /** Creates a source that nothing was asked of. */
  @SuppressWarnings("unchecked") // They are the producer's.
  public <P> UploadSource(Methods<P, K, W> methods, P producer) {
    this.methods = (Methods<Object, K, W>) methods;
    this.producer = producer;
  }

  /** Returns the methods of the connections that it writes to. */
  final UploadSink<K, W> sink() {
    return methods.sink;
  }

  /** Asks for output. */
  final void produce(K sink, W control) throws IOException {
    isUsed = true;
    methods.produce.by(producer, sink, control);
  }

  final void reset() throws IOException {
    methods.reset.on(producer);
  }

  final int available() {
    return methods.available.applyAsInt(producer);
  }

  final boolean isRepeatable() {
    return methods.isRepeatable.test(producer);
  }

  final void failed(Exception cause) {
    methods.failed.accept(producer, cause);
  }

  /** Returns what the source writes to instead of a sink. */
  K watched(K sink) {
    return sink;
  }

  /** Returns the failure that a watch has kept back, or null. */
  IOException broken(K watched) {
    return null;
  }

  /** One that writes to something of Redial's although it is not copied. */
  public static final class Watched<K, W> extends UploadSource<K, W> {
    private final FaultLog log;
    private final Function<K, K> around;
    private final Function<K, IOException> broken;

    /**
     * Creates a source that nothing was asked of.
     *
     * @param around makes what watches a sink
     * @param broken returns the failure that the watch has kept back until the source returns, or
     *     null
     */
    public <P> Watched(
        FaultLog log,
        Methods<P, K, W> methods,
        P producer,
        Function<K, K> around,
        Function<K, IOException> broken) {
      super(methods, producer);
      this.log = log;
      this.around = around;
      this.broken = broken;
    }

    @Override
    K watched(K sink) {
      return FaultBoundary.ask(log, AsyncReplay.WHERE, () -> around.apply(sink), sink);
    }

    @Override
    IOException broken(K watched) {
      return FaultBoundary.ask(log, AsyncReplay.WHERE, () -> broken.apply(watched), null);
    }
  }
}
