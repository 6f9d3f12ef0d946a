package io.redial.policy;

/**
 * Option {@code max-waiting}: how many platform threads may wait at once (rule 4.7). A share of the
 * threads holds in a process that serves, and in any other one if the option is set. Immutable.
 */
public final class WaitingLimit {
  private static final double ALL = 1;

  private final double share;
  private final int most;
  private final boolean everywhere;

  private WaitingLimit(double share, int most, boolean everywhere) {
    this.share = share;
    this.most = most;
    this.everywhere = everywhere;
  }

  /**
   * Returns a limit.
   *
   * @param share of the threads of a pool, and of all threads, from 0 to 1; 1 sets no limit
   * @param most threads in all, 0 or more; {@link Integer#MAX_VALUE} sets no limit
   */
  public static WaitingLimit of(double share, int most) {
    return new WaitingLimit(share, most, false);
  }

  /** Returns a limit without a share. */
  public static WaitingLimit of(int most) {
    return of(ALL, most);
  }

  /** Returns the same limit, with a share that does not depend on whether the process serves. */
  public WaitingLimit everywhere() {
    return new WaitingLimit(share, most, true);
  }

  /** Returns whether the share holds even in a process that serves nobody. */
  public boolean holdsEverywhere() {
    return everywhere;
  }

  /** Returns whether only a share of the threads may wait. */
  public boolean hasShare() {
    return share < ALL;
  }

  /** Returns how many of that many threads may wait, as far as the share goes: at least one. */
  public int shareOf(int threads) {
    return Math.max(1, (int) (share * threads));
  }

  /** Returns how many threads may wait in all, whatever the share. */
  public int most() {
    return most;
  }
}
