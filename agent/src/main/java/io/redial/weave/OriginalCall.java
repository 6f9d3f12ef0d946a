package io.redial.weave;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Makes the client's original call where no adapter answers it. */
final class OriginalCall {
  private OriginalCall() {}

  /**
   * Makes the call and returns an array with its result.
   *
   * @param name the name of the method
   * @param call the object that is called, and the arguments
   */
  static Object[] make(String name, Object[] call) throws Throwable {
    for (Class<?> type = call[0].getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> declared : type.getInterfaces()) {
        Method method = find(name, declared.getMethods(), call);
        if (method != null) {
          return new Object[] {invoke(method, call)};
        }
      }
    }
    throw new NoSuchMethodError(name + " of " + call[0].getClass().getName());
  }

  /**
   * Has a client go on with its own chain, and returns an array with the result; null if the seam
   * is not one of a chain, so that the woven method goes on by itself.
   *
   * @param operands the woven object, the head of the chain, the arguments and the method
   */
  static Object[] proceed(Object[] operands) throws Throwable {
    int last = operands.length - 1;
    return operands[last] instanceof MethodHandle
        ? new Object[] {
          ((MethodHandle) operands[last]).invokeWithArguments(Arrays.copyOfRange(operands, 1, last))
        }
        : null;
  }

  private static Method find(String name, Method[] candidates, Object[] call) {
    for (Method candidate : candidates) {
      if (candidate.getName().equals(name) && takes(candidate, call)) {
        return candidate;
      }
    }
    return null;
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
