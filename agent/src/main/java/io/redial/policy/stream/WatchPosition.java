package io.redial.policy.stream;

/**
 * From where a watch can go on: the version of the last event that the application got (rule 10.4).
 * Versions are opaque: none is compared with another.
 */
final class WatchPosition {
  private enum Awaited {
    NOTHING,

    /** Until then there may be objects that exist already, in any order. */
    BOOKMARK,

    /** That bookmark alone ends them. */
    END_OF_INITIAL_EVENTS
  }

  private Awaited awaited;

  /** Null if there is none that the watch could go on from. */
  private String version;

  private boolean stopped;

  /** Where it begins. */
  WatchPosition(WatchRequest request) {
    String initialEvents = request.parameter("sendInitialEvents");
    String begun = request.parameter("resourceVersion");
    if (initialEvents != null && !initialEvents.equals("false") && !initialEvents.equals("0")) {
      awaited = Awaited.END_OF_INITIAL_EVENTS; // Kubernetes takes any other value for true.
    } else if (WatchEvent.isUsable(begun)) {
      awaited = Awaited.NOTHING;
      version = begun;
    } else {
      awaited = Awaited.BOOKMARK;
    }
  }

  boolean isKnown() {
    return version != null && !stopped;
  }

  String version() {
    return version;
  }

  /** The application gets this event, or would if it had asked for bookmarks. */
  void passes(WatchEvent event) {
    boolean counts =
        awaited == Awaited.NOTHING
            || (event.type == WatchEvent.Type.BOOKMARK
                && (awaited == Awaited.BOOKMARK || event.endsInitialEvents));
    if (counts) {
      version = event.version;
      awaited = version == null ? awaited : Awaited.NOTHING;
    }
  }

  /** Something came after which nobody knows how to go on. */
  void stop() {
    stopped = true;
  }
}
