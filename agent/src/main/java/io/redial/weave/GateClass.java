package io.redial.weave;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The gate: a class in {@code java.lang} of the boot loader with one static field, which every
 * class loader and module can see. No compiler emits a class of that package, so its bytes are
 * written here: {@code public final class java.lang.RedialGate { public static volatile BiFunction
 * to; }}.
 *
 * <p>docs/decisions/0001-the-gate.md says why it is not on the boot class path.
 */
final class GateClass {
  /** As bytecode names it. */
  static final String INTERNAL_NAME = "java/lang/RedialGate";

  static final String FIELD = "to";
  static final String FIELD_DESCRIPTOR = "Ljava/util/function/BiFunction;";

  private static final String NAME = "java.lang.RedialGate";
  private static final int JAVA_8 = 52;

  private GateClass() {}

  /** Whether an agent of this JVM has opened the gate already. */
  static boolean exists() {
    try {
      Class.forName(NAME, false, null);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /** Defines the class, if need be, and leads the gate to {@code target}. */
  static void open(Instrumentation instrumentation, BiFunction<Object, Object, Object> target)
      throws Exception {
    Class<?> gate = exists() ? Class.forName(NAME, false, null) : define(instrumentation, bytes());
    Field field = gate.getField(FIELD);
    field.set(null, target);
  }

  private static Class<?> define(Instrumentation instrumentation, byte[] bytes) throws Exception {
    Class<?> module;
    try {
      module = Class.forName("java.lang.Module");
    } catch (ClassNotFoundException java8) {
      return defineOnJava8(bytes);
    }
    openJavaLang(instrumentation, module);
    // The names are reflective because this class also loads on Java 8.
    Class<?> lookups = Class.forName("java.lang.invoke.MethodHandles");
    Class<?> lookupType = Class.forName("java.lang.invoke.MethodHandles$Lookup");
    Object lookup =
        lookups
            .getMethod("privateLookupIn", Class.class, lookupType)
            .invoke(null, Object.class, java.lang.invoke.MethodHandles.lookup());
    return (Class<?>)
        lookupType.getMethod("defineClass", byte[].class).invoke(lookup, (Object) bytes);
  }

  /** Opens {@code java.base/java.lang} to this agent's module, and to nobody else. */
  private static void openJavaLang(Instrumentation instrumentation, Class<?> module)
      throws Exception {
    Method moduleOf = Class.class.getMethod("getModule");
    Map<String, Set<?>> opens = new HashMap<>();
    opens.put("java.lang", Collections.singleton(moduleOf.invoke(GateClass.class)));
    Instrumentation.class
        .getMethod("redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class)
        .invoke(
            instrumentation,
            moduleOf.invoke(Object.class),
            Collections.emptySet(),
            Collections.emptyMap(),
            opens,
            Collections.emptySet(),
            Collections.emptyMap());
  }

  private static Class<?> defineOnJava8(byte[] bytes) throws Exception {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field instance = type.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    return (Class<?>)
        type.getMethod(
                "defineClass",
                String.class,
                byte[].class,
                int.class,
                int.class,
                ClassLoader.class,
                java.security.ProtectionDomain.class)
            .invoke(instance.get(null), NAME, bytes, 0, bytes.length, null, null);
  }

  private static byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xCAFEBABE);
    out.writeShort(0);
    out.writeShort(JAVA_8);
    out.writeShort(7); // Constants 1 to 6:
    classConstant(out, 2, INTERNAL_NAME);
    classConstant(out, 4, "java/lang/Object");
    utf8(out, FIELD);
    utf8(out, FIELD_DESCRIPTOR);
    out.writeShort(0x31); // public final super
    out.writeShort(1);
    out.writeShort(3);
    out.writeShort(0); // no interfaces
    out.writeShort(1); // one field:
    out.writeShort(0x49); // public static volatile
    out.writeShort(5);
    out.writeShort(6);
    out.writeShort(0);
    out.writeShort(0); // no methods
    out.writeShort(0); // no attributes
    return bytes.toByteArray();
  }

  /** A class constant and, right behind it, its name. */
  private static void classConstant(DataOutputStream out, int nameIndex, String name)
      throws IOException {
    out.writeByte(7);
    out.writeShort(nameIndex);
    utf8(out, name);
  }

  private static void utf8(DataOutputStream out, String text) throws IOException {
    out.writeByte(1);
    out.writeUTF(text);
  }
}
