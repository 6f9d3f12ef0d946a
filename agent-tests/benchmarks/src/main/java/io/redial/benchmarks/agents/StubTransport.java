package io.redial.benchmarks.agents;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Lets java.net.http answer without a network: below the public face of the client, which Redial
 * weaves, {@code HttpClientImpl} asks the function that lies under {@link #KEY} in the system's
 * properties. The other classes that it needs are on the benchmarks' class path.
 */
public final class StubTransport {
  /** Where the function lies: a {@code BiFunction} of request and body handler to response. */
  public static final String KEY = "io.redial.benchmarks.transport";

  private static final String CLIENT = "jdk/internal/net/http/HttpClientImpl";
  private static final String ARGUMENTS =
      "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;";

  private StubTransport() {}

  /** Entered before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> old,
              ProtectionDomain domain,
              byte[] bytes) {
            return CLIENT.equals(name) ? stub(bytes) : null;
          }
        });
  }

  private static byte[] stub(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Stub(writer), 0);
    return writer.toByteArray();
  }

  private static final class Stub extends ClassVisitor {
    Stub(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!descriptor.startsWith(ARGUMENTS) || !(name.equals("send") || name.equals("sendAsync"))) {
        return method;
      }
      answer(method, Type.getReturnType(descriptor).getInternalName());
      return null; // Leaves out what the method did.
    }

    private static void answer(MethodVisitor method, String returned) {
      method.visitCode();
      method.visitMethodInsn(
          INVOKESTATIC, "java/lang/System", "getProperties", "()Ljava/util/Properties;", false);
      method.visitLdcInsn(KEY);
      method.visitMethodInsn(
          INVOKEVIRTUAL,
          "java/util/Properties",
          "get",
          "(Ljava/lang/Object;)Ljava/lang/Object;",
          false);
      method.visitTypeInsn(CHECKCAST, "java/util/function/BiFunction");
      method.visitVarInsn(ALOAD, 1);
      method.visitVarInsn(ALOAD, 2);
      method.visitMethodInsn(
          INVOKEINTERFACE,
          "java/util/function/BiFunction",
          "apply",
          "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
          true);
      if (returned.equals("java/util/concurrent/CompletableFuture")) {
        method.visitMethodInsn(
            INVOKESTATIC,
            returned,
            "completedFuture",
            "(Ljava/lang/Object;)L" + returned + ";",
            false);
      }
      method.visitTypeInsn(CHECKCAST, returned);
      method.visitInsn(ARETURN);
      method.visitMaxs(0, 0);
      method.visitEnd();
    }
  }
}
