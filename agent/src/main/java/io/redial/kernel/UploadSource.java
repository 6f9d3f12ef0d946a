package io.redial.kernel;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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
public final class UploadSource<K, W> {

  /** Writes some of the body. */
  public interface Produce<P, K, W> {
    void by(P producer, K sink, W control) throws IOException;
  }

  /** Writes some of the body to what can also be asked for output. */
  public interface ProduceInto<P, K> {
    void by(P producer, K sink) throws IOException;
  }

  /** Makes the producer begin again. */
  public interface Reset<P> {
    void by(P producer) throws IOException;
  }

  /** The methods of a kind of producer. Immutable. */
  public static final class Methods<P, K, W> {
    private final Produce<P, K, W> produce;
    private final Reset<P> reset;

    // Null unless the client asks for them.
    private final ToIntFunction<P> available;
    private final Predicate<P> isRepeatable;
    private final BiConsumer<P, Exception> failed;

    /** Creates the methods of producers that clients release by themselves. */
    public Methods(Produce<P, K, W> produce, Reset<P> reset) {
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
        ProduceInto<P, K> produce,
        Consumer<P> release,
        ToIntFunction<P> available,
        Predicate<P> isRepeatable,
        BiConsumer<P, Exception> failed) {
      this.produce = (producer, sink, control) -> produce.by(producer, sink);
      this.reset = release::accept;
      this.available = available;
      this.isRepeatable = isRepeatable;
      this.failed = failed;
    }
  }

  private final Methods<Object, K, W> methods;
  private final Object producer;

  // Null unless the producer writes to something of Redial's although it is not copied.
  private final Function<K, K> around;
  private final Function<K, IOException> broken;

  /** Whether it was asked, and was not reset since. */
  volatile boolean isUsed;

  /** Creates a source that nothing was asked of. */
  public <P> UploadSource(Methods<P, K, W> methods, P producer) {
    this(methods, producer, null, null);
  }

  /**
   * Creates a source that is not copied, but watched.
   *
   * @param around makes what watches a sink
   * @param broken returns the failure that the watch has kept back until the source returns, or
   *     null
   */
  @SuppressWarnings("unchecked") // They are the producer's.
  public <P> UploadSource(
      Methods<P, K, W> methods,
      P producer,
      Function<K, K> around,
      Function<K, IOException> broken) {
    this.methods = (Methods<Object, K, W>) methods;
    this.producer = producer;
    this.around = around;
    this.broken = broken;
  }

  /** Asks for output. */
  void produce(K sink, W control) throws IOException {
    isUsed = true;
    methods.produce.by(producer, sink, control);
  }

  void reset() throws IOException {
    methods.reset.by(producer);
  }

  int available() {
    return methods.available.applyAsInt(producer);
  }

  boolean isRepeatable() {
    return methods.isRepeatable.test(producer);
  }

  void failed(Exception cause) {
    methods.failed.accept(producer, cause);
  }

  /** Returns what the source writes to instead of a sink. */
  K watched(FaultLog log, K sink) {
    return around == null
        ? sink
        : FaultBoundary.ask(log, AsyncReplay.WHERE, () -> around.apply(sink), sink);
  }

  /** Returns the failure that a watch has kept back, or null. */
  IOException broken(FaultLog log, K watched) {
    return broken == null
        ? null
        : FaultBoundary.ask(log, AsyncReplay.WHERE, () -> broken.apply(watched), null);
  }
}
