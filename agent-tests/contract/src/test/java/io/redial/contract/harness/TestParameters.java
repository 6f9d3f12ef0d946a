package io.redial.contract.harness;

import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.Origin;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives a test its subject, its servers and its values, and closes the servers after it. */
final class TestParameters implements ParameterResolver {
  private static final Map<Class<?>, Supplier<AutoCloseable>> SERVERS =
      Map.of(
          FaultServer.class, FaultServer::new,
          H2Server.class, H2Server::new,
          Origin.class, Origin::new);

  private final ClientUnderTest client;
  private final Jdk jdk;
  private final Map<Integer, Object> values;

  TestParameters(ClientUnderTest client, Jdk jdk, Map<Integer, Object> values) {
    this.client = client;
    this.jdk = jdk;
    this.values = values;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return values.containsKey(parameter.getIndex())
        || type == Subject.class
        || SERVERS.containsKey(type);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (values.containsKey(parameter.getIndex())) {
      return values.get(parameter.getIndex());
    }
    Class<?> type = parameter.getParameter().getType();
    if (type == Subject.class) {
      return keep(context, parameter, new Scope(), Scope.class).subject(client, jdk);
    }
    return keep(context, parameter, SERVERS.get(type).get(), AutoCloseable.class);
  }

  private static <T extends AutoCloseable> T keep(
      ExtensionContext context, ParameterContext parameter, T resource, Class<T> type) {
    Namespace namespace = Namespace.create(TestParameters.class, context.getUniqueId());
    context.getStore(namespace).put(parameter.getIndex(), resource);
    return type.cast(resource);
  }
}
