package io.redial.subjects.soak;

import io.redial.subjects.load.EventPattern;
import io.redial.subjects.load.LoadRequest;
import java.util.SplittableRandom;

/** What one call sends and where to, drawn from the seed and its number. */
final class Form {
  /** Nothing fails on a server of its own. */
  static final String QUIET = "quiet";

  /** Nothing fails but what its neighbours on the same server break. */
  static final String CALM = "calm";

  /** Each attempt is done something to. */
  static final String CHAOS = "chaos";

  static final String CANCELLED = "cancelled";

  private static final int[] UP = {0, 1, 200, 200, 5000, 5000, 20_000, 40_000, 90_000, 300_000};
  private static final int[] DOWN = {0, 1, 200, 200, 200, 3000, 8000, 60_000};
  private static final int TIMEOUT = 400;
  private static final int PLACES = 251;

  /** Of a hundred GETs. */
  private static final int STREAMS = 25;

  private final String kind;
  private final LoadRequest request;
  private final int down;
  private final int cancelAfterMicros;

  private Form(String kind, LoadRequest request, int down, int cancelAfterMicros) {
    this.kind = kind;
    this.request = request;
    this.down = down;
    this.cancelAfterMicros = cancelAfterMicros;
  }

  /**
   * Draws a call.
   *
   * @param forced the name of what is done to every attempt, or empty for whatever is drawn
   */
  static Form draw(Targets targets, long[] seeds, long id, String forced) {
    SplittableRandom random = Draw.of(seeds, id);
    int lot = random.nextInt(100);
    String kind = lot < 8 ? QUIET : lot < 18 ? CALM : CHAOS;
    if (!forced.isEmpty()) {
      kind = CHAOS;
    }
    String host =
        kind.equals(QUIET)
            ? targets.quiet()
            : random.nextInt(100) < 20 ? targets.tls() : targets.plain();
    String route = kind.equals(CHAOS) ? route(random.nextInt(100)) : "a";
    String action = kind.equals(CHAOS) ? (forced.isEmpty() ? CHAOS : forced) : CALM;
    int up = UP[random.nextInt(UP.length)];
    int down = DOWN[random.nextInt(DOWN.length)];
    int place = (int) (id % PLACES);
    String method = method(random.nextInt(100));
    boolean streamsUp = !method.equals("GET") && random.nextBoolean();
    boolean streamsDown = random.nextInt(100) < 40;
    boolean cancelled = kind.equals(CHAOS) && random.nextInt(100) < 3;
    int within = kind.equals(CHAOS) && random.nextInt(100) < 8 ? timeout(random) : 0;
    EventPattern events =
        method.equals("GET") && random.nextInt(100) < STREAMS
            ? (random.nextBoolean() ? EventPattern.SSE : EventPattern.WATCH)
            : null;
    int count = 1 + random.nextInt(60);
    if (events != null) {
      down = events.bytes(place, count).length;
    }
    String resource = events == null ? "" : "/" + events.path();
    String url = host + "/" + route + "/" + action + "/" + id + resource;
    url += "?down=" + down + "&at=" + place;
    if (events != null) {
      url += "&" + events.query(count);
    }
    if (within > 0) {
      url += "&within=" + within; // The server is to know what it cannot see.
    }
    LoadRequest request =
        method.equals("GET") ? LoadRequest.get(url) : LoadRequest.of(method, url + "&up=" + up, up);
    if (events != null) {
      request = request.events(events.bytes(place, count));
    }
    if (streamsUp) {
      request = request.streamingUp();
    }
    if (streamsDown) {
      request = request.streamingDown();
    }
    if (within > 0) {
      request = request.within(within);
    }
    return new Form(
        cancelled ? CANCELLED : kind,
        request.startingAt(place),
        down,
        cancelled ? random.nextInt(40_000) : -1);
  }

  private static int timeout(SplittableRandom random) {
    return random.nextBoolean() ? TIMEOUT : 1 + random.nextInt(60);
  }

  private static String route(int lot) {
    return lot < 50 ? "a" : lot < 70 ? "b" : lot < 80 ? "d" : "c";
  }

  private static String method(int lot) {
    return lot < 45 ? "GET" : lot < 65 ? "PUT" : "POST";
  }

  String kind() {
    return kind;
  }

  /** Whether nothing is done to it, so that it should succeed. */
  boolean isUndisturbed() {
    return kind.equals(QUIET) || kind.equals(CALM);
  }

  LoadRequest request() {
    return request;
  }

  int down() {
    return down;
  }

  /** Microseconds from its start to its cancellation, or -1. */
  int cancelAfterMicros() {
    return cancelAfterMicros;
  }
}
