package io.redial.weave;

import io.redial.call.Dialer;
import io.redial.client.Adapter;
import io.redial.control.Control;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;

/** What stands behind the gate: leads each seam to its client's adapter. Thread-safe. */
final class Gatekeeper implements BiFunction<Object, Object, Object> {
  private final Control control;
  private final ConcurrentMap<Client, Adapter> adapters = new ConcurrentHashMap<>();
  private boolean open;

  Gatekeeper(Control control) {
    this.control = control;
  }

  /** Leads the gate here, once. */
  synchronized void open(Instrumentation instrumentation) throws Exception {
    if (!open) {
      GateClass.open(instrumentation, this);
      open = true;
      control.clientsArrived();
    }
  }

  @Override
  public Object apply(Object seam, Object arguments) {
    String key = (String) seam;
    Adapter adapter;
    try {
      adapter = adapter(Clients.ofSeam(key));
    } catch (Throwable thrown) {
      fault("adapter of " + key, thrown);
      return null;
    }
    try {
      return adapter.enter(key, (Object[]) arguments);
    } catch (Throwable applications) {
      throw Gatekeeper.<RuntimeException>unchanged(applications);
    }
  }

  private Adapter adapter(Client client) throws Exception {
    Adapter known = adapters.get(client);
    if (known != null) {
      return known;
    }
    Adapter created =
        Class.forName(client.adapter())
            .asSubclass(Adapter.class)
            .getConstructor(Dialer.class)
            .newInstance(control.dialer());
    Adapter earlier = adapters.putIfAbsent(client, created);
    return earlier != null ? earlier : created;
  }

  /** Throws what is not declared: the woven method declares the application's exceptions. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchanged(Throwable thrown) throws T {
    throw (T) thrown;
  }

  void notRecognised(Client client, String className) {
    control.warn(
        "client "
            + client.name()
            + " is not covered: "
            + className.replace('/', '.')
            + " does not have the methods that this version knows");
  }

  void fault(String where, Throwable thrown) {
    control.fault(where, thrown);
  }
}
