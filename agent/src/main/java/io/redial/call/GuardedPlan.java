package io.redial.call;

import io.redial.policy.HeaderFields;
import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/**
 * A plan whose internal faults do not reach the reader of the body (rule 1.4). After a fault, the
 * body is not resumed any more. If all of its bytes have come from the application's own response
 * so far, the reader gets the rest of that response as it arrives, after the bytes that the plan
 * has held back; a copy of these is kept here. Otherwise, nothing more of the body can be trusted,
 * and it ends with the original error.
 *
 * <p>Like every plan, it is used by one thread at a time.
 */
public final class GuardedPlan extends StreamPlan {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Call call;
  private final StreamPlan plan;
  private final boolean verbatim;
  private final boolean goesOnWithHead;

  /** Whether the application gets every byte of its own response, sooner or later. */
  private final boolean isComplete;

  /** The bytes of the application's own response that have arrived and were held back. */
  private final UndeliveredBytes held = new UndeliveredBytes();

  /** Whether a request for the rest has been sent. */
  private boolean resumed;

  /** Whether bytes have come from another response than the application's. */
  private boolean mixed;

  private boolean broken;

  /** After a fault: whether no source can be used any more. */
  private boolean surrendered;

  /** After a fault: whether some of the body is missing. */
  private boolean fails;

  /** After a fault: the bytes that were held back before it. */
  private ByteBuffer left = NOTHING;

  /** Guards the plan for the response of a call. */
  public GuardedPlan(Call call, StreamPlan plan) {
    this.plan = plan;
    this.verbatim = plan.isVerbatim();
    this.goesOnWithHead = plan.goesOnWithHead();
    this.call = call;
    this.isComplete = !plan.filters();
  }

  @Override
  public ByteBuffer take(ByteBuffer bytes) {
    mixed |= resumed;
    if (broken) {
      return pass(bytes);
    }
    int start = bytes.position();
    int end = bytes.limit();
    try {
      ByteBuffer seen = plan.take(bytes);
      if (!mixed && isComplete) {
        held.add(bytes, start, end, seen.remaining());
      }
      return seen;
    } catch (Throwable fault) {
      breakOff(fault);
      bytes.limit(end).position(start);
      return pass(bytes);
    }
  }

  @Override
  public void passed(long count) {
    mixed |= resumed;
    if (!broken) {
      try {
        plan.passed(count);
      } catch (Throwable fault) {
        breakOff(fault);
      }
    }
  }

  @Override
  public boolean isWhole() {
    try {
      return !broken && plan.isWhole();
    } catch (Throwable fault) {
      breakOff(fault);
      return false;
    }
  }

  @Override
  public Next next() {
    if (!broken) {
      try {
        return plan.next();
      } catch (Throwable fault) {
        breakOff(fault);
      }
    }
    return surrendered ? Next.SURRENDER : Next.READ;
  }

  @Override
  protected boolean afterEnd() {
    try {
      return !broken && plan.goesOnAfterEnd();
    } catch (Throwable fault) {
      breakOff(fault);
      return false;
    }
  }

  @Override
  protected boolean afterCut() {
    try {
      return !broken && plan.goesOnAfterCut();
    } catch (Throwable fault) {
      breakOff(fault);
      return false;
    }
  }

  @Override
  public ByteBuffer remainder() {
    if (!broken) {
      try {
        ByteBuffer rest = plan.remainder();
        held.clear();
        return rest;
      } catch (Throwable fault) {
        breakOff(fault);
      }
    }
    ByteBuffer last = left;
    left = NOTHING;
    return last;
  }

  @Override
  public boolean endsInOrder() {
    if (!broken) {
      try {
        return plan.endsInOrder();
      } catch (Throwable fault) {
        breakOff(fault);
      }
    }
    return !fails && super.endsInOrder();
  }

  /**
   * Returns the exception that the body ends with if it is not resumed.
   *
   * @param cut the latest cut, or null
   * @return null for an orderly end
   */
  public Throwable endOf(Throwable cut) {
    if (endsInOrder()) {
      return null;
    }
    boolean hadAnEnd = cut != null || resumed;
    return hadAnEnd ? cut : failure();
  }

  /** Returns the exception for a body that has not broken off but cannot be read any further. */
  public static IOException failure() {
    return new IOException("the rest of the response could not be read");
  }

  @Override
  public void sent() {
    if (!broken) {
      try {
        plan.sent();
      } catch (Throwable fault) {
        breakOff(fault);
      }
    }
    resumed = true;
    surrendered |= broken;
  }

  @Override
  public boolean comesFrom(String uri) {
    try {
      return !broken && plan.comesFrom(uri);
    } catch (Throwable fault) {
      breakOff(fault);
      return false;
    }
  }

  @Override
  public Answer judge(int status, HeaderFields headers, long length) {
    try {
      return broken ? Answer.REFUSED : plan.judge(status, headers, length);
    } catch (Throwable fault) {
      breakOff(fault);
      return Answer.REFUSED;
    }
  }

  // What does not change the plan's state is forwarded.

  @Override
  public boolean isVerbatim() {
    return verbatim;
  }

  @Override
  public boolean goesOnWithHead() {
    return goesOnWithHead;
  }

  @Override
  public boolean filters() {
    return plan.filters();
  }

  @Override
  public String target(String target) {
    return plan.target(target);
  }

  @Override
  public void ask(BiConsumer<String, String> header) {
    plan.ask(header);
  }

  @Override
  public long leastWaitNanos() {
    return plan.leastWaitNanos();
  }

  @Override
  public boolean hasProgressed() {
    return plan.hasProgressed();
  }

  // When there is a fault, and after it.

  /**
   * Ends the use of the plan after an internal fault, here or wherever else the bytes pass.
   *
   * @param fault the fault to log, or null if it has already been logged
   */
  public void breakOff(Throwable fault) {
    if (broken) {
      return;
    }
    broken = true;
    surrendered = resumed;
    fails = mixed;
    if (fault != null) {
      tell(fault);
    }
    if (!mixed) {
      left = held.bytes();
      fails = !isComplete;
      surrendered |= fails;
    }
  }

  /** After a fault, returns whether a request for the rest has been sent. */
  public boolean isResumed() {
    return resumed;
  }

  /** After a fault: whether some of the body is missing. */
  public boolean isIncomplete() {
    return fails;
  }

  /** After a fault, returns the bytes that were held back before it; nothing when called again. */
  public ByteBuffer heldBack() {
    ByteBuffer held = left;
    left = NOTHING;
    return held;
  }

  /**
   * Takes bytes that the plan has not seen because of a fault elsewhere. Returns what the
   * application gets.
   */
  public ByteBuffer takeAfterFault(Throwable fault, ByteBuffer bytes) {
    breakOff(fault);
    mixed |= resumed;
    return pass(bytes);
  }

  /**
   * Returns what the application gets after a fault elsewhere has kept bytes from it that the plan
   * had let through.
   *
   * @param seen these bytes, or null
   */
  public ByteBuffer rest(Throwable fault, ByteBuffer seen) {
    breakOff(fault);
    ByteBuffer after = left;
    left = NOTHING;
    if (seen == null || !seen.hasRemaining()) {
      return after;
    }
    return after.hasRemaining() ? joined(seen, after) : seen;
  }

  private ByteBuffer pass(ByteBuffer bytes) {
    if (surrendered) {
      return NOTHING;
    }
    ByteBuffer before = left;
    if (!before.hasRemaining()) {
      return bytes;
    }
    left = NOTHING;
    return joined(before, bytes);
  }

  private static ByteBuffer joined(ByteBuffer one, ByteBuffer other) {
    ByteBuffer joined = ByteBuffer.allocate(one.remaining() + other.remaining());
    joined.put(one).put(other).flip();
    return joined;
  }

  private void tell(Throwable fault) {
    try {
      call.fault("body", fault);
    } catch (Throwable another) {
      // The body continues without the log line.
    }
  }
}
