package io.redial.subjects.leaks;

/** One kind of call, by what the server does with it and what the application does. */
public enum Errand {
  GOOD("ok/?down=200", -1, false),
  GOOD_UPLOAD("ok/?down=200&up=5000", 5000, false),
  RETRIED("flaky/?down=200", -1, false),
  RETRIED_UPLOAD("flaky/?down=200&up=5000", 5000, false),
  SURRENDERED("retry/?after=0&bad=100", -1, false),
  /** The given-up response is too long to be read to its end. */
  SURRENDERED_UPLOAD("retry/?after=0&bad=300000&up=5000", 5000, false),
  BROKEN("break/", -1, false),
  BROKEN_UPLOAD("break/", 5000, false),
  CANCELLED("retry/?after=25", -1, true),
  CANCELLED_UPLOAD("retry/?after=25&up=5000", 5000, true);

  private final String path;
  private final int up;
  private final boolean cancelled;

  Errand(String path, int up, boolean cancelled) {
    this.path = path;
    this.up = up;
    this.cancelled = cancelled;
  }

  /** The address. */
  public String url(String server) {
    return server + "/leaks/" + path;
  }

  /** GET, or POST where there is a body. */
  public String method() {
    return up < 0 ? "GET" : "POST";
  }

  /** How many bytes the request streams up, or -1 for no body. */
  public int up() {
    return up;
  }

  /** Whether the application cancels it a moment after it began. */
  public boolean isCancelled() {
    return cancelled;
  }
}
