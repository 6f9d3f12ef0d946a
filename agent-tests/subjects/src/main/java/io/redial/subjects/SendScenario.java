package io.redial.subjects;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Send this, tell me what came back: one {@link Order} to one {@link Client}. */
public final class SendScenario implements Scenario {
  private static final Map<String, Client> CLIENTS = new ConcurrentHashMap<>();

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    Order order = new Order(args);
    Client client = CLIENTS.computeIfAbsent(order.client(), SendScenario::create);
    Thread caller = Thread.currentThread();
    ClassLoader usual = caller.getContextClassLoader();
    if (Boolean.parseBoolean(order.get("own-loader", "false"))) {
      caller.setContextClassLoader(new OwnLoader(usual));
    }
    try {
      Reply reply = client.send(order);
      for (int i = 1; i < order.tries() && hasFailed(reply); i++) {
        reply = client.send(order);
      }
      return reply.facts();
    } finally {
      caller.setContextClassLoader(usual);
    }
  }

  private static boolean hasFailed(Reply reply) {
    String status = reply.get("status");
    return status == null || Integer.parseInt(status) >= 400;
  }

  /** As a web application's threads have one. */
  private static final class OwnLoader extends ClassLoader {
    OwnLoader(ClassLoader parent) {
      super(parent);
    }
  }

  private static Client create(String name) {
    try {
      return Class.forName(name).asSubclass(Client.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
