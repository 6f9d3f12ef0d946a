package io.redial.weave;

import io.redial.client.Seam;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import net.bytebuddy.jar.asm.Type;

/** Makes the client's original call where no adapter answers it. */
final class OriginalCall {
  private OriginalCall() {}

  /**
   * Makes the call and returns its result.
   *
   * @param seam in whose place the client was about to make it
   * @param operands the object that is called, and the arguments; at a chain, also the method
   */
  static Object make(Seam seam, Object... operands) throws Throwable {
    int length = 1 + Type.getArgumentTypes(seam.descriptor()).length;
    Object[] call = Arrays.copyOf(operands, length);
    return seam.isChain()
        ? ((MethodHandle) operands[length]).invokeWithArguments(call)
        : invoke(method(seam.method(), call), call);
  }

  private static Method method(String name, Object[] call) {
    for (Class<?> type = call[0].getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> declared : type.getInterfaces()) {
        Method method = find(name, declared.getMethods(), call);
        if (method != null) {
          return method;
        }
      }
    }
    throw new NoSuchMethodError(name + " of " + call[0].getClass().getName());
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
