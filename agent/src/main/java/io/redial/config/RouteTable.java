package io.redial.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds a call's route among many. Remembers which routes can match a host at all, because a
 * program calls few hosts, but its file may have a hundred routes. Thread-safe.
 */
final class RouteTable {
  /**
   * Maximum number of hosts remembered. Calls to any further host, such as those of a crawler, are
   * compared with every route.
   */
  private static final int MAX_HOSTS = 1_000;

  /** Maximum number of routes remembered for all hosts together, which take some 400 kB. */
  private static final int MAX_CANDIDATES = 100_000;

  /** The maximum length of a DNS name; a longer host is not worth remembering. */
  private static final int LONGEST_HOST = 255;

  private final Route[] routes;
  private final Map<String, Route[]> byHost = new ConcurrentHashMap<>();
  private final AtomicInteger remembered = new AtomicInteger();

  RouteTable(Route[] routes) {
    this.routes = routes;
  }

  /**
   * Returns the first route that matches, or null. If the client may send the path in another form,
   * a route that matches either form counts: one that forbids retries must not be missed.
   */
  Route find(Target target) {
    String path = NormalPath.of(target.path());
    String other = NormalPath.of(target.otherPath());
    for (Route route : candidates(target.host())) {
      UrlPattern pattern = route.pattern;
      if (pattern.matches(target, path) || (other != null && pattern.matches(target, other))) {
        route.applies();
        return route;
      }
    }
    return null;
  }

  private Route[] candidates(String host) {
    Route[] known = host == null || host.length() > LONGEST_HOST ? routes : byHost.get(host);
    if (known != null) {
      return known;
    }
    if (byHost.size() >= MAX_HOSTS || remembered.get() >= MAX_CANDIDATES) {
      return routes;
    }
    List<Route> found = new ArrayList<>();
    for (Route route : routes) {
      if (route.pattern.host.matches(host)) {
        found.add(route);
      }
    }
    boolean all = found.size() == routes.length;
    Route[] candidates = all ? routes : found.toArray(new Route[0]);
    remembered.addAndGet(all ? 0 : candidates.length);
    byHost.put(host, candidates);
    return candidates;
  }
}
