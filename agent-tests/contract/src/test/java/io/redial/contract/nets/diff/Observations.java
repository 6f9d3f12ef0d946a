package io.redial.contract.nets.diff;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What some runs of a program saw: for each case and channel every text that was seen, and how
 * often. A channel of which a run said nothing counts as empty.
 */
final class Observations {
  /** No chance excuses it. */
  private static final String HANGS = "hangs";

  private final Map<String, Map<String, Map<String, Integer>>> seen = new TreeMap<>();
  private final Map<String, Integer> ends = new HashMap<>();

  /** A line of a program's output. */
  void add(String line) {
    String[] parts = line.split("\t", 3);
    if (parts.length < 3) {
      return;
    }
    if (parts[1].equals("end")) {
      ends.merge(parts[0], 1, Integer::sum);
    } else {
      seen.computeIfAbsent(parts[0], c -> new TreeMap<>())
          .computeIfAbsent(parts[1], c -> new TreeMap<>())
          .merge(parts[2], 1, Integer::sum);
    }
  }

  void addAll(Collection<String> lines) {
    lines.forEach(this::add);
  }

  /** The names of the cases that came to an end. */
  Set<String> cases() {
    return ends.keySet();
  }

  /** The channels of a case. */
  Set<String> channels(String name) {
    return seen.getOrDefault(name, Map.of()).keySet();
  }

  /** How often each text was seen in a channel. */
  Map<String, Integer> texts(String name, String channel) {
    Map<String, Integer> texts =
        new TreeMap<>(seen.getOrDefault(name, Map.of()).getOrDefault(channel, Map.of()));
    int silent = runs(name) - texts.values().stream().mapToInt(Integer::intValue).sum();
    if (silent > 0) {
      texts.put("", silent);
    }
    return texts;
  }

  /**
   * What these show in a channel, the others never do, and chance does not explain; in words, or
   * nothing.
   *
   * @param allowed texts that may come in any case
   */
  String unknown(Observations others, String name, String channel, Predicate<String> allowed) {
    Map<String, Integer> texts = texts(name, channel);
    Map<String, Integer> known = others.texts(name, channel);
    StringBuilder words = new StringBuilder();
    texts.forEach(
        (text, times) -> {
          if (!known.containsKey(text)
              && !allowed.test(text)
              && (channel.equals(HANGS)
                  || Chance.isMoreOften(times, runs(name), 0, others.runs(name)))) {
            words.append("\n  ").append(times).append(" of ").append(runs(name)).append(": ");
            words.append(text);
          }
        });
    if (words.length() > 0) {
      words.append("\n  without the agent, ").append(others.runs(name)).append(" runs: ");
      words.append(known);
    }
    return words.toString();
  }

  /** Whether a case was seen to hang. */
  boolean hangs(String name) {
    return channels(name).contains(HANGS);
  }

  /** How often a case was run. */
  private int runs(String name) {
    return ends.getOrDefault(name, 0);
  }

  /** The names of the cases in which these show something that the others never do. */
  Set<String> casesUnlike(Observations others) {
    Set<String> names = new TreeSet<>();
    for (String name : cases()) {
      if (!unlike(others, name).isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /** The channels of a case in which these show something that the others never do. */
  Set<String> unlike(Observations others, String name) {
    Set<String> channels = new HashSet<>(channels(name));
    channels.addAll(others.channels(name));
    channels.removeIf(
        channel -> others.texts(name, channel).keySet().containsAll(texts(name, channel).keySet()));
    return new TreeSet<>(channels);
  }
}
