package io.redial.policy.stream;

/**
 * The position from which a watch can be resumed: the version of the last event that the
 * application got (rule 10.4). Versions are opaque and never compared.
 */
final class WatchPosition {
  private enum Awaited {
    NOTHING,

    /** Any bookmark. Before it, there may be objects that exist already, in any order. */
    BOOKMARK,

    /** The bookmark that ends the initial events; no other one does. */
    END_OF_INITIAL_EVENTS
  }

  private Awaited awaited;

  /** The version, or null if there is none from which the watch could be resumed. */
  private String version;

  private boolean stopped;

  /** Creates the position at which a watch begins. */
  WatchPosition(WatchRequest request) {
    String initialEvents = request.parameter("sendInitialEvents");
    String begun = request.parameter("resourceVersion");
    if (initialEvents != null && !initialEvents.equals("false") && !initialEvents.equals("0")) {
      awaited = Awaited.END_OF_INITIAL_EVENTS; // Kubernetes reads any other value as true.
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

  /** Called with an event that the application gets, or would get if it had asked for bookmarks. */
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

  /** Called after input that makes it unknown from where to resume the watch. */
  void stop() {
    stopped = true;
  }
}
