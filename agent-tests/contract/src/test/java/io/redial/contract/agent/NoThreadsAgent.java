package io.redial.contract.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.NEW;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Lets no thread of Redial's start, as in a process that has as many as it may have. The agent's
 * classes, and ASM, have to be on the program's class path.
 */
public final class NoThreadsAgent {
  private static final String THREAD = "java/lang/Thread";
  private static final String ERROR = "java/lang/OutOfMemoryError";

  private NoThreadsAgent() {}

  /** Writes a jar that makes it an agent. */
  static Path jar(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", NoThreadsAgent.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    Path jar = folder.resolve("no-threads.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  /** Entered before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    ClassFileTransformer refusing =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> old,
              ProtectionDomain domain,
              byte[] bytes) {
            return THREAD.equals(name) ? refusing(bytes) : null;
          }
        };
    instrumentation.addTransformer(refusing, true);
    instrumentation.retransformClasses(Thread.class);
    instrumentation.removeTransformer(refusing);
  }

  private static byte[] refusing(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassVisitor visitor =
        new ClassVisitor(ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("start") ? new RefusingStart(to) : to; // 21 has two of that name.
          }
        };
    reader.accept(visitor, 0);
    return writer.toByteArray();
  }

  private static final class RefusingStart extends MethodVisitor {
    RefusingStart(MethodVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label others = new Label();
      visitVarInsn(ALOAD, 0);
      visitMethodInsn(INVOKEVIRTUAL, THREAD, "getName", "()Ljava/lang/String;", false);
      visitLdcInsn("redial-");
      visitMethodInsn(
          INVOKEVIRTUAL, "java/lang/String", "startsWith", "(Ljava/lang/String;)Z", false);
      visitJumpInsn(IFEQ, others);
      visitTypeInsn(NEW, ERROR);
      visitInsn(DUP);
      visitLdcInsn("unable to create native thread");
      visitMethodInsn(INVOKESPECIAL, ERROR, "<init>", "(Ljava/lang/String;)V", false);
      visitInsn(ATHROW);
      visitLabel(others);
      visitFrame(F_SAME, 0, null, 0, null);
    }
  }
}
