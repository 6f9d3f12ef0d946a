package io.redial.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client that Redial knows: its seams, by class, and the adapter behind them. */
final class Client {
  private final String name;
  private final String adapter;
  private final Map<String, List<Seam>> seams = new HashMap<>();

  /**
   * A client.
   *
   * @param name as users know it
   * @param adapter the class name of its {@link io.redial.client.Adapter}
   */
  Client(String name, String adapter) {
    this.name = name;
    this.adapter = adapter;
  }

  Client seam(String internalClassName, String key, String method, String descriptor) {
    seams
        .computeIfAbsent(internalClassName, absent -> new ArrayList<>())
        .add(new Seam(key, method, descriptor));
    return this;
  }

  String name() {
    return name;
  }

  String adapter() {
    return adapter;
  }

  List<Seam> seamsOf(String internalClassName) {
    return seams.get(internalClassName);
  }
}
