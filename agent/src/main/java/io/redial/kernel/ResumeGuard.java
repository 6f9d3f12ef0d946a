package io.redial.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands before a {@link Resumer}, and keeps what its faults could lose: the bytes of the
 * application's own response that its consumer has not got yet. Used by the thread that takes the
 * body's steps, but for the fault.
 */
final class ResumeGuard {
  final Resumer resumer;
  private final FaultLog log;
  private final boolean isVerbatim;
  private final boolean filters;
  private final BufferedBytes kept = new BufferedBytes();

  /** A piece that was lost in a fault; it is not kept, because it is passed on as it is. */
  private List<ByteBuffer> lost = new ArrayList<>(1);

  /** The first fault, or null. */
  volatile Throwable fault;

  /** Whether bytes have come from another response than the application's. */
  private boolean isMixed;

  /** Whether a response was dropped because of its bytes. */
  private boolean isLeft;

  /** The latest cut. */
  private Throwable cut;

  ResumeGuard(Resumer resumer, FaultLog log) {
    this.resumer = resumer;
    this.log =
        (where, thrown) -> {
          fault = fault == null ? thrown : fault;
          log.fault(where, thrown);
        };
    this.isVerbatim = resumer.isVerbatim();
    this.filters = resumer.filters();
  }

  /** Notes a fault, whoever has met it. */
  void failed(Throwable thrown) {
    FaultBoundary.report(log, PushedBody.WHERE, thrown);
  }

  /** Runs a step of Redial's. */
  void run(FaultBoundary.Step step) {
    FaultBoundary.run(log, PushedBody.WHERE, step);
  }

  private <T> T ask(FaultBoundary.Question<T> question, T otherwise) {
    return FaultBoundary.ask(log, PushedBody.WHERE, question, otherwise);
  }

  /** Called when another response continues the body; what was held back of its own is over. */
  void mix() {
    isMixed = true;
    kept.drop(kept.size());
  }

  /** Takes a piece, and returns what the consumer gets. */
  List<ByteBuffer> take(List<ByteBuffer> piece) {
    boolean keeps = !isVerbatim && !filters && !isMixed;
    if (keeps) {
      kept.add(piece);
    }
    List<ByteBuffer> taken = ask(() -> resumer.take(piece), null);
    if (taken == null) {
      lost = keeps || isMixed || filters ? lost : piece;
      return new ArrayList<>(0);
    }
    return taken;
  }

  /** Called when the consumer has got some bytes. */
  void given(long count) {
    kept.drop(count);
  }

  /** Returns whether the consumer can be told that it has read all. */
  boolean isWhole() {
    return fault == null && ask(resumer::isWhole, false);
  }

  /** Returns what to do after the piece that was taken last. */
  Resumer.Next next() {
    Resumer.Next next = ask(resumer::next, Resumer.Next.READ);
    isLeft |= next != Resumer.Next.READ;
    return next;
  }

  /** Returns whether the rest is being requested after the end of a response. */
  boolean resumes(Throwable ended, boolean wanted) {
    cut = ended == null ? cut : ended;
    Throwable last = cut;
    return ask(() -> resumer.resumes(ended, last, wanted), false);
  }

  /** Ends the body, which is not resumed. */
  void end(BodyDelivery<?, ?, ?> delivery, boolean wasResumed) {
    if (fault != null) {
      return;
    }
    run(
        () -> {
          List<ByteBuffer> rest = resumer.remainder();
          Throwable how = resumer.endOf(cut, wasResumed);
          delivery.add(rest);
          delivery.end(how);
        });
  }

  /**
   * Gives the delivery what the consumer has not got of its own response, after a fault.
   *
   * @param continues whether that response is still there
   * @return whether the body goes on with it; otherwise it ends
   */
  boolean bypass(BodyDelivery<?, ?, ?> delivery, boolean continues) {
    if (!isVerbatim && !filters && !isMixed) {
      delivery.clear();
      delivery.add(kept.piece());
    }
    delivery.add(lost);
    boolean isTorn = isMixed || filters || isLeft;
    if (continues && !isTorn) {
      return true;
    }
    if (!delivery.isOver) {
      boolean ends = cut != null || !isTorn;
      delivery.end(ends ? cut : new IOException("the rest of the response could not be read"));
    }
    return false;
  }

  /** Stops requesting the rest. */
  static void abandon(ResumeGuard abandoned) {
    if (abandoned != null) {
      FaultBoundary.run(abandoned.log, PushedBody.WHERE, abandoned.resumer::abandon);
    }
  }
}
