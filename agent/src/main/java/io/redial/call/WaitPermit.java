package io.redial.call;

/** A blocked thread's place in the {@link WaitingRoom} (rule 4.7). Thread-safe. */
final class WaitPermit {
  private final WaitingRoom room;
  private final String host;
  private final int mostForHost;
  private boolean taken;

  WaitPermit(WaitingRoom room, String host, int mostForHost) {
    this.room = room;
    this.host = host;
    this.mostForHost = mostForHost;
  }

  /** Takes a place if there is one; true if this permit has one. */
  synchronized boolean take() {
    taken = taken || room.takePlace(host, mostForHost);
    return taken;
  }

  /** Gives it back if it was taken. */
  synchronized void giveBack() {
    if (taken) {
      taken = false;
      room.givePlaceBack(host);
    }
  }
}
