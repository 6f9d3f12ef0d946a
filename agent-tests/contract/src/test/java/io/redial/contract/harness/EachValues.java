package io.redial.contract.harness;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What the {@link Each} parameters of a test take, for a client. */
final class EachValues {
  private EachValues() {}

  /** Every combination, by the parameters' indexes; one empty one if there are no parameters. */
  static List<Map<Integer, Object>> combinations(Method test, ClientUnderTest client) {
    List<Map<Integer, Object>> combinations = List.of(Map.of());
    Parameter[] parameters = test.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      Each each = parameters[i].getAnnotation(Each.class);
      if (each != null) {
        combinations = extended(combinations, i, values(test, parameters[i], each, client));
      }
    }
    return combinations;
  }

  private static List<Map<Integer, Object>> extended(
      List<Map<Integer, Object>> combinations, int index, List<?> values) {
    List<Map<Integer, Object>> more = new ArrayList<>();
    for (Map<Integer, Object> combination : combinations) {
      for (Object value : values) {
        Map<Integer, Object> extended = new LinkedHashMap<>(combination);
        extended.put(index, value);
        more.add(extended);
      }
    }
    return more;
  }

  private static List<?> values(
      Method test, Parameter parameter, Each each, ClientUnderTest client) {
    Object source =
        each.value().isEmpty()
            ? parameter.getType().getEnumConstants()
            : field(test.getDeclaringClass(), each.value());
    if (source instanceof Function<?, ?> function) {
      source = applied(function, client);
    }
    List<?> values =
        source instanceof Collection<?> collection ? List.copyOf(collection) : elements(source);
    if (values.isEmpty()) {
      throw new IllegalStateException(test + " has nothing to try with " + client.label());
    }
    return values;
  }

  @SuppressWarnings("unchecked")
  private static Object applied(Function<?, ?> function, ClientUnderTest client) {
    return ((Function<ClientUnderTest, ?>) function).apply(client);
  }

  private static Object field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<?> elements(Object array) {
    return IntStream.range(0, Array.getLength(array)).mapToObj(i -> Array.get(array, i)).toList();
  }
}
