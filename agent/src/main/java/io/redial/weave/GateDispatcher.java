package io.redial.weave;

import io.redial.control.Control;
import java.lang.instrument.Instrumentation;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** The code behind the gate, which passes each seam to the adapter of its copy. Thread-safe. */
final class GateDispatcher implements BiFunction<Object, Object, Object> {
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

  @Override
  public Object apply(Object seam, Object operands) {
    Object[] arguments = (Object[]) operands;
    try {
      return SeamQuestion.ask(
          adapters.of(arguments[0].getClass()), (String) seam, arguments, faults);
    } catch (Throwable applications) {
      throw GateDispatcher.<RuntimeException>unchanged(applications);
    }
  }

  void notRecognised(ClientCopy copy, String className) {
    // In another package, the class may merely have the same name as the client's.
    if (!copy.isRelocated()) {
      control.warn(
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
    try {
      control.mbeanServerCreated();
    } catch (Throwable thrown) {
      fault("JMX", thrown);
    }
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
