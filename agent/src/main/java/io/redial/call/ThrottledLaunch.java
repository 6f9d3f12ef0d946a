package io.redial.call;

/** Holds a first attempt back (rule 4.5), and checks meanwhile whether it still has to wait. */
final class ThrottledLaunch {
  private final Call call;
  private final ThrottledStart held;

  private ThrottledLaunch(Call call, ThrottledStart held) {
    this.call = call;
    this.held = held;
  }

  /** Makes the attempt after the given time, or as soon as it need not be held back any more. */
  static void after(long nanos, Call call, Runnable firstAttempt) {
    new ThrottledLaunch(call, call.holdBack(firstAttempt)).look(nanos);
  }

  private void look(long left) {
    if (held.hasGone()) {
      return;
    }
    Runnable go = () -> call.release(held);
    if (left > Call.LOOK_NANOS && call.holdsBack()) {
      call.timer().run(Call.LOOK_NANOS, () -> look(left - Call.LOOK_NANOS), go);
    } else {
      call.timer().run(call.holdsBack() ? left : 0, go, held::go);
    }
  }
}
