package io.redial.weave;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Makes the call that a detour stands for when there is no adapter to ask. */
final class OriginalCall {
  private OriginalCall() {}

  /** All detours are of methods of this name. */
  private static final String METHOD = "retryRequest";

  static Object[] make(Object[] call) throws Throwable {
    for (Class<?> type = call[0].getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> declared : type.getInterfaces()) {
        for (Method candidate : declared.getMethods()) {
          if (candidate.getName().equals(METHOD) && takes(candidate, call)) {
            return new Object[] {invoke(candidate, call)};
          }
        }
      }
    }
    throw new NoSuchMethodError(METHOD + " of " + call[0].getClass().getName());
  }

  private static boolean takes(Method candidate, Object[] call) {
    Class<?>[] parameters = candidate.getParameterTypes();
    if (parameters.length != call.length - 1) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      Object argument = call[i + 1];
      if (argument != null && !parameters[i].isPrimitive() && !parameters[i].isInstance(argument)) {
        return false;
      }
    }
    return true;
  }

  private static Object invoke(Method method, Object[] call) throws Throwable {
    Object[] arguments = new Object[call.length - 1];
    System.arraycopy(call, 1, arguments, 0, arguments.length);
    try {
      return method.invoke(call[0], arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
