package io.redial.weave;

import io.redial.control.Control;
import java.lang.instrument.Instrumentation;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** The code behind the gate, which leads each seam to the adapter of its copy. Thread-safe. */
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
      control.clientsArrived();
      adapters.clientsArrived();
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
    // In another package it may be something else that happens to have the same name.
    if (!copy.isRelocated()) {
      control.warn(
          copy.client().name()
              + (copy.decidesOnResends()
                  ? " sends again by itself within retries, too: "
                  : " is not covered: ")
              + className.replace('/', '.')
              + " does not have the methods that this version knows");
    }
  }

  /** An MBean server is being made. */
  void serverComes() {
    try {
      control.serverComes();
    } catch (Throwable thrown) {
      fault("JMX", thrown);
    }
  }

  void fault(String where, Throwable thrown) {
    control.fault(where, thrown);
  }

  /**
   * Throws it on, whether or not it is declared. It stands here because each failed call of a
   * blocking client takes this way: nothing of an engine that broke may be on it (rule 1.4).
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchanged(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
