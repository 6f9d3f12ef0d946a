package io.redial.config;

import java.util.ArrayList;
import java.util.List;

/** Whether Redial is on, in words that say how far it is on (rule 11.1). */
public final class OnOrOff {
  /** The most routes that are named. */
  private static final int MAX = 5;

  private OnOrOff() {}

  /**
   * Returns {@code on}, {@code OFF}, {@code observing (mode=observe)} or {@code on for 10% of calls
   * (rollout=10%)}, and the routes that differ from that: {@code on; route stock: OFF}.
   */
  public static String of(Configuration configuration) {
    String general =
        text(
            configuration.value(Option.ENABLED),
            configuration.value(Option.MODE),
            configuration.value(Option.ROLLOUT));
    List<String> different = new ArrayList<>();
    for (Route route : configuration.routes()) {
      String own =
          text(route.value(Option.ENABLED), route.value(Option.MODE), route.value(Option.ROLLOUT));
      if (!own.equals(general)) {
        different.add("; route " + route.name() + ": " + own);
      }
    }
    int more = different.size() - MAX;
    String routes = String.join("", different.subList(0, Math.min(MAX, different.size())));
    return general + routes + (more > 0 ? "; and " + more + " more routes" : "");
  }

  private static String text(Value enabled, Value mode, Value rollout) {
    if (!"true".equals(enabled.text())) {
      return "OFF";
    }
    if ("observe".equals(mode.text())) {
      return "observing (mode=observe)";
    }
    String share = rollout.text();
    return share.equals(Option.ROLLOUT.defaultText())
        ? "on"
        : "on for " + share + " of calls (rollout=" + share + ")";
  }
}
