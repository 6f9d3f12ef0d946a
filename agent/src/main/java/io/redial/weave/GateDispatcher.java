package io.redial.weave;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.client.Adapter;
import io.redial.control.Control;
import io.redial.kernel.FaultBoundary;
import java.lang.instrument.Instrumentation;
import java.util.function.BiConsumer;

/** The code behind the gate, which passes each seam to the adapter of its copy. Thread-safe. */
final class GateDispatcher {
  private final Control control;
  private final Adapters adapters;
  private final BiConsumer<String, Throwable> faults = this::fault;
  private boolean open;

  GateDispatcher(Control control) {
    this.control = control;
    this.adapters = new Adapters(control);
  }

  /** Connects the gate with this dispatcher, once. */
  synchronized void open(Instrumentation instrumentation) throws Exception {
    if (!open) {
      GateClass.open(instrumentation, this);
      open = true;
      control.firstClientLoaded();
      adapters.firstClientLoaded();
    }
  }

  /**
   * Called by the gate.
   *
   * @return the seam itself if the client's method is to run, or what it is to return
   */
  Object ask(
      String seam, Object client, Object a, Object b, Object c, Object d, Object e, Object f) {
    Adapter adapter = adapters.of(client.getClass());
    try {
      return SeamQuestion.ask(adapter, faults, seam, client, a, b, c, d, e, f);
    } catch (Throwable ofApplication) {
      throw GateDispatcher.<RuntimeException>unchanged(ofApplication);
    }
  }

  void notRecognised(ClientCopy copy, String className) {
    // In another package, the class may merely have the same name as the client's.
    if (!copy.isRelocated()) {
      LOG.warn(
          copy.client().name()
              + (copy.decidesOnResends()
                  ? " may re-send requests by itself within retries: "
                  : " is not covered: ")
              + className.replace('/', '.')
              + " does not have the methods that this version knows");
    }
  }

  /** Called when an MBean server is being created. */
  void mbeanServerCreated() {
    FaultBoundary.run(this::fault, "JMX", control::mbeanServerCreated);
  }

  void fault(String where, Throwable thrown) {
    control.fault(where, thrown);
  }

  /**
   * Rethrows an exception, whether or not it is declared. The method is in this class because every
   * failed call of a blocking client passes through it: it must not depend on any class of an
   * engine that has failed (rule 1.4).
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchanged(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
