package io.redial.kernel;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * The methods of the application's producer, as references: what they throw is the application's.
 *
 * @param <K> what it writes to
 * @param <W> what it asks for output with
 */
public final class UploadSource<K, W> {

  /** Writes some of the body. */
  public interface Produce<K, W> {
    void into(K sink, W control) throws IOException;
  }

  /** Writes some of the body to what can also be asked for output. */
  public interface ProduceInto<K> {
    void into(K sink) throws IOException;
  }

  /** Makes the producer begin again, or releases it. */
  public interface Reset {
    void run() throws IOException;
  }

  final Produce<K, W> produce;
  final Reset reset;

  // Null unless the client asks for them.
  final IntSupplier available;
  final BooleanSupplier isRepeatable;
  final Consumer<Exception> failed;

  // Null unless the producer writes to something of Redial's although it is not copied.
  private final Function<K, K> around;
  private final Function<K, IOException> broken;

  /** Whether it was asked, and was not reset since. */
  volatile boolean isUsed;

  /** Creates a source that the client releases by itself. */
  public UploadSource(Produce<K, W> produce, Reset reset) {
    this(produce, reset, null, null);
  }

  /**
   * Creates a source that is not copied, but watched.
   *
   * @param around makes what watches a sink
   * @param broken returns the failure that the watch has kept back until the source returns, or
   *     null
   */
  public UploadSource(
      Produce<K, W> produce, Reset reset, Function<K, K> around, Function<K, IOException> broken) {
    this.produce = produce;
    this.reset = reset;
    this.around = around;
    this.broken = broken;
    this.available = null;
    this.isRepeatable = null;
    this.failed = null;
  }

  /**
   * Creates a source that may write at any time.
   *
   * @param release makes it begin again, too
   */
  public UploadSource(
      ProduceInto<K> produce,
      Runnable release,
      IntSupplier available,
      BooleanSupplier isRepeatable,
      Consumer<Exception> failed) {
    this.produce = (sink, control) -> produce.into(sink);
    this.reset = release::run;
    this.available = available;
    this.isRepeatable = isRepeatable;
    this.failed = failed;
    this.around = null;
    this.broken = null;
  }

  /** Asks for output. */
  void produce(K sink, W control) throws IOException {
    isUsed = true;
    produce.into(sink, control);
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
