package io.redial.weave;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The gate: a class in {@code java.lang} of the boot loader, which every class loader and module
 * can see. No compiler emits a class of that package, so its bytes are written here:
 *
 * <pre>{@code
 * public abstract class RedialGate {
 *   public static volatile RedialGate to;
 *
 *   public abstract Object ask(String seam, Object client, Object a, …, Object f);
 * }
 * }</pre>
 *
 * <p>So are those of its one subclass, {@code GateEntry} in this package, which hands on to the
 * dispatcher. docs/decisions/0001-the-gate.md says why the gate is not on the boot class path.
 */
final class GateClass {
  /** The internal name, which bytecode uses. */
  static final String INTERNAL_NAME = "java/lang/RedialGate";

  static final String FIELD = "to";
  static final String FIELD_DESCRIPTOR = "Ljava/lang/RedialGate;";

  static final String METHOD = "ask";

  /** The woven object and the operands, as many as any seam has; null in place of the others. */
  static final int OPERANDS = 7;

  static final String METHOD_DESCRIPTOR = methodDescriptor();

  private static final String NAME = "java.lang.RedialGate";
  private static final String OBJECT = "java/lang/Object";
  private static final String INIT = "<init>";
  private static final String PACKAGE = "io/redial/weave/";
  private static final String ENTRY = PACKAGE + "GateEntry";
  private static final String DISPATCHER = PACKAGE + "GateDispatcher";
  private static final String DISPATCHER_FIELD = "dispatcher";

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

  /** Defines the gate if necessary, and connects it with the dispatcher. */
  static void open(Instrumentation instrumentation, GateDispatcher dispatcher) throws Exception {
    boolean hasModules = openPackage(instrumentation, "java.base", "java.lang");
    Class<?> gate =
        exists()
            ? Class.forName(NAME, false, null)
            : define(hasModules, Object.class, NAME, gate());
    Class<?> entry = define(hasModules, GateClass.class, ENTRY.replace('/', '.'), entry());
    Object opened = entry.getConstructor(GateDispatcher.class).newInstance(dispatcher);
    gate.getField(FIELD).set(null, opened);
  }

  /** Defines a class in the package and the loader of another one. */
  private static Class<?> define(boolean hasModules, Class<?> beside, String name, byte[] bytes)
      throws Exception {
    if (!hasModules) {
      return defineOnJava8(beside, name, bytes);
    }
    // These types are used by reflection, because this class must also load on Java 8.
    Class<?> lookups = Class.forName("java.lang.invoke.MethodHandles");
    Class<?> lookupType = Class.forName("java.lang.invoke.MethodHandles$Lookup");
    Object lookup =
        lookups
            .getMethod("privateLookupIn", Class.class, lookupType)
            .invoke(null, beside, java.lang.invoke.MethodHandles.lookup());
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

  private static Class<?> defineOnJava8(Class<?> beside, String name, byte[] bytes)
      throws Exception {
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
            .invoke(
                instance.get(null),
                name,
                bytes,
                0,
                bytes.length,
                beside.getClassLoader(),
                beside.getProtectionDomain());
  }

  private static String methodDescriptor() {
    StringBuilder descriptor = new StringBuilder("(Ljava/lang/String;");
    for (int i = 0; i < OPERANDS; i++) {
      descriptor.append("Ljava/lang/Object;");
    }
    return descriptor.append(")Ljava/lang/Object;").toString();
  }

  private static byte[] gate() {
    ClassWriter writer = new ClassWriter(0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT;
    writer.visit(
        Opcodes.V1_8, access | Opcodes.ACC_SUPER, INTERNAL_NAME, null, OBJECT, new String[0]);
    writer
        .visitField(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_VOLATILE,
            FIELD,
            FIELD_DESCRIPTOR,
            null,
            null)
        .visitEnd();
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_PROTECTED, INIT, "()V", null, null);
    init.visitVarInsn(Opcodes.ALOAD, 0);
    init.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, INIT, "()V", false);
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(1, 1);
    writer.visitMethod(access, METHOD, METHOD_DESCRIPTOR, null, null).visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static byte[] entry() {
    String dispatcher = 'L' + DISPATCHER + ';';
    String parameters = '(' + dispatcher + ")V";
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_8,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        ENTRY,
        null,
        INTERNAL_NAME,
        new String[0]);
    writer
        .visitField(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, DISPATCHER_FIELD, dispatcher, null, null)
        .visitEnd();
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, INIT, parameters, null, null);
    init.visitVarInsn(Opcodes.ALOAD, 0);
    init.visitMethodInsn(Opcodes.INVOKESPECIAL, INTERNAL_NAME, INIT, "()V", false);
    init.visitVarInsn(Opcodes.ALOAD, 0);
    init.visitVarInsn(Opcodes.ALOAD, 1);
    init.visitFieldInsn(Opcodes.PUTFIELD, ENTRY, DISPATCHER_FIELD, dispatcher);
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(2, 2);
    MethodVisitor ask =
        writer.visitMethod(Opcodes.ACC_PUBLIC, METHOD, METHOD_DESCRIPTOR, null, null);
    ask.visitVarInsn(Opcodes.ALOAD, 0);
    ask.visitFieldInsn(Opcodes.GETFIELD, ENTRY, DISPATCHER_FIELD, dispatcher);
    for (int i = 1; i <= OPERANDS + 1; i++) {
      ask.visitVarInsn(Opcodes.ALOAD, i);
    }
    ask.visitMethodInsn(Opcodes.INVOKEVIRTUAL, DISPATCHER, METHOD, METHOD_DESCRIPTOR, false);
    ask.visitInsn(Opcodes.ARETURN);
    ask.visitMaxs(OPERANDS + 2, OPERANDS + 2);
    writer.visitEnd();
    return writer.toByteArray();
  }
}
