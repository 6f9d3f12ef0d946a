package io.redial.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds a call's route among many. Which routes a host can take at all is remembered, because a
 * program calls few hosts and its file may know a hundred. Thread-safe.
 */
final class RouteTable {
  /** A program that calls more hosts than this, a crawler, compares with every route. */
  private static final int MOST_HOSTS = 1_000;

  /** What is remembered of hosts has room for so many routes in all: some 400 kB. */
  private static final int MOST_CANDIDATES = 100_000;

  /** As DNS has it; nothing longer is worth remembering. */
  private static final int LONGEST_HOST = 255;

  private final Route[] routes;
  private final Map<String, Route[]> byHost = new ConcurrentHashMap<>();
  private final AtomicInteger remembered = new AtomicInteger();

  RouteTable(Route[] routes) {
    this.routes = routes;
  }

  /** The first route that matches, or null. */
  Route find(Target target) {
    for (Route route : candidates(target.host())) {
      if (route.matches(target)) {
        return route;
      }
    }
    return null;
  }

  private Route[] candidates(String host) {
    if (host == null || host.length() > LONGEST_HOST) {
      return routes;
    }
    Route[] known = byHost.get(host);
    if (known != null || byHost.size() >= MOST_HOSTS || remembered.get() >= MOST_CANDIDATES) {
      return known == null ? routes : known;
    }
    List<Route> found = new ArrayList<>();
    for (Route route : routes) {
      if (route.concerns(host)) {
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
