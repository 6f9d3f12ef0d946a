package io.redial.contract.nets.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** All faults of a protocol, drawn by their weight. */
final class Faults {
  static final Fault NONE = Fault.of("none", 0, Exchange::good);

  static final Faults HTTP_1 = new Faults(85, Http1Losses.all(), Http1Lies.all());

  /** What breaks a connection breaks every call on it, so more of the others must go well. */
  static final Faults HTTP_2 = new Faults(250, Http2Streams.all(), Http2Connections.all());

  private final List<Fault> all = new ArrayList<>();
  private final int weight;

  private Faults(int good, List<Fault> some, List<Fault> others) {
    all.add(Fault.of("good", good, Exchange::good));
    Stream.of(Statuses.all(), Paces.all(), some, others).forEach(all::addAll);
    weight = all.stream().mapToInt(Fault::weight).sum();
  }

  Fault draw(SplittableRandom random) {
    int lot = random.nextInt(weight);
    for (Fault fault : all) {
      lot -= fault.weight();
      if (lot < 0) {
        return fault;
      }
    }
    throw new AssertionError(lot);
  }

  /** The fault of that name, or none if it belongs to the other protocol. */
  Fault named(String name) {
    return all.stream().filter(fault -> fault.name().equals(name)).findFirst().orElse(NONE);
  }

  boolean has(String name) {
    return all.stream().anyMatch(fault -> fault.name().equals(name));
  }
}
