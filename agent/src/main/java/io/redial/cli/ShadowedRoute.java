package io.redial.cli;

import io.redial.config.OneLine;
import io.redial.config.Route;
import java.util.ArrayList;
import java.util.List;

/** A route that never applies, because an earlier one matches all its calls. */
final class ShadowedRoute {
  private final Route route;
  private final Route earlier;

  private ShadowedRoute(Route route, Route earlier) {
    this.route = route;
    this.earlier = earlier;
  }

  /** Returns the routes that are certainly shadowed, each with the first route that shadows it. */
  static List<ShadowedRoute> among(List<Route> routes) {
    List<ShadowedRoute> shadowed = new ArrayList<>();
    for (int later = 1; later < routes.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        if (routes.get(earlier).shadows(routes.get(later))) {
          shadowed.add(new ShadowedRoute(routes.get(later), routes.get(earlier)));
          break;
        }
      }
    }
    return shadowed;
  }

  Route route() {
    return route;
  }

  Route earlier() {
    return earlier;
  }

  String message() {
    return text(route)
        + " never applies: "
        + text(earlier)
        + " comes first and matches all its calls";
  }

  private static String text(Route route) {
    return OneLine.of("route " + route.name() + " (" + route.match().origin() + ")");
  }
}
