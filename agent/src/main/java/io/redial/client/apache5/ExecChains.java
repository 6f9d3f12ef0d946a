package io.redial.client.apache5;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** The client's execution chain, whose class nobody else may name. */
final class ExecChains {
  private static final MethodType GENERIC =
      MethodType.methodType(
          ClassicHttpResponse.class, Object.class, ClassicHttpRequest.class, Object.class);

  private static volatile MethodHandle execute;

  private ExecChains() {}

  /** Goes on with the client's own copy of a request. */
  static ClassicHttpResponse execute(Object chain, ClassicHttpRequest request, Object scope)
      throws Throwable {
    MethodHandle found = execute;
    if (found == null) {
      found = find(chain.getClass(), scope.getClass());
      execute = found;
    }
    return (ClassicHttpResponse) found.invokeExact(chain, request, scope);
  }

  private static MethodHandle find(Class<?> chain, Class<?> scope)
      throws ReflectiveOperationException {
    Method method = chain.getDeclaredMethod("execute", ClassicHttpRequest.class, scope);
    method.setAccessible(true);
    return MethodHandles.lookup().unreflect(method).asType(GENERIC);
  }
}
