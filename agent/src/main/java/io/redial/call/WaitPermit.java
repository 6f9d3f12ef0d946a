package io.redial.call;

/**
 * A blocked thread's permit to wait, one of those that the {@link WaitingRoom} has (rule 4.7).
 * Thread-safe.
 */
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

  /** Takes the permit if the room has one left. Returns whether it is held. */
  synchronized boolean take() {
    taken = taken || room.takePlace(host, mostForHost);
    return taken;
  }

  /** Gives the permit back if it is held. */
  synchronized void giveBack() {
    if (taken) {
      taken = false;
      room.givePlaceBack(host);
    }
  }
}
