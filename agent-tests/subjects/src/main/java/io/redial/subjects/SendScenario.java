package io.redial.subjects;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Send this, tell me what came back: one {@link Order} to one {@link Client}. */
public final class SendScenario implements Scenario {
  private static final Map<String, Client> CLIENTS = new ConcurrentHashMap<>();

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    Order order = new Order(args);
    return CLIENTS.computeIfAbsent(order.client(), SendScenario::create).send(order).facts();
  }

  private static Client create(String name) {
    try {
      return Class.forName(name).asSubclass(Client.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
