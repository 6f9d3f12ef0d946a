package io.redial.weave;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The gate: a class in {@code java.lang} of the boot loader with one static field, which every
 * class loader and module can see. No compiler emits a class of that package, so its bytes are
 * written here: {@code public final class java.lang.RedialGate { public static volatile BiFunction
 * to; }}.
 *
 * <p>docs/decisions/0001-the-gate.md says why it is not on the boot class path.
 */
final class GateClass {
  /** The internal name, which bytecode uses. */
  static final String INTERNAL_NAME = "java/lang/RedialGate";

  static final String FIELD = "to";
  static final String FIELD_DESCRIPTOR = "Ljava/util/function/BiFunction;";

  private static final String NAME = "java.lang.RedialGate";

  private GateClass() {}

  /** Returns whether another agent in this JVM has already defined the gate. */
  static boolean exists() {
    try {
      Class.forName(NAME, false, null);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /** Defines the class if necessary, and connects the gate with {@code target}. */
  static void open(Instrumentation instrumentation, BiFunction<Object, Object, Object> target)
      throws Exception {
    Class<?> gate = exists() ? Class.forName(NAME, false, null) : define(instrumentation, bytes());
    Field field = gate.getField(FIELD);
    field.set(null, target);
  }

  private static Class<?> define(Instrumentation instrumentation, byte[] bytes) throws Exception {
    if (!openPackage(instrumentation, "java.base", "java.lang")) {
      return defineOnJava8(bytes);
    }
    // These types are used by reflection, because this class must also load on Java 8.
    Class<?> lookups = Class.forName("java.lang.invoke.MethodHandles");
    Class<?> lookupType = Class.forName("java.lang.invoke.MethodHandles$Lookup");
    Object lookup =
        lookups
            .getMethod("privateLookupIn", Class.class, lookupType)
            .invoke(null, Object.class, java.lang.invoke.MethodHandles.lookup());
    return (Class<?>)
        lookupType.getMethod("defineClass", byte[].class).invoke(lookup, (Object) bytes);
  }

  /**
   * Opens a package of a module of the JDK to this agent's module, which is that of the class path,
   * too. Returns false on Java 8, which has no modules.
   */
  static boolean openPackage(Instrumentation instrumentation, String from, String name)
      throws Exception {
    Class<?> module;
    try {
      module = Class.forName("java.lang.Module");
    } catch (ClassNotFoundException java8) {
      return false;
    }
    Class<?> layer = Class.forName("java.lang.ModuleLayer");
    Object boot = layer.getMethod("boot").invoke(null);
    Optional<?> opened =
        (Optional<?>) layer.getMethod("findModule", String.class).invoke(boot, from);
    Method moduleOf = Class.class.getMethod("getModule");
    Map<String, Set<?>> opens = new HashMap<>();
    opens.put(name, Collections.singleton(moduleOf.invoke(GateClass.class)));
    Instrumentation.class
        .getMethod("redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class)
        .invoke(
            instrumentation,
            opened.get(),
            Collections.emptySet(),
            Collections.emptyMap(),
            opens,
            Collections.emptySet(),
            Collections.emptyMap());
    return true;
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

  private static byte[] bytes() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_8,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        INTERNAL_NAME,
        null,
        "java/lang/Object",
        null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_VOLATILE;
    writer.visitField(access, FIELD, FIELD_DESCRIPTOR, null, null).visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
