package io.redial.weave;

import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Makes empty types in place of those that a build of a client {@linkplain
 * io.redial.client.ClientModule#mayLack may lack}. Nothing is ever an instance of one, so an
 * adapter's {@code instanceof} gives the right answer.
 */
final class MissingTypeStubs {
  private MissingTypeStubs() {}

  /** Returns the class file of a type with that internal name. */
  static byte[] of(String name, boolean isInterface) {
    int kind = isInterface ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT : Opcodes.ACC_SUPER;
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | kind, name, null, "java/lang/Object", null);
    writer.visitEnd();
    return writer.toByteArray();
  }
}
