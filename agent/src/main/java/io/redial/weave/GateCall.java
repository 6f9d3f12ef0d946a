package io.redial.weave;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The parts of a call through the gate, as bytecode. Between them, whoever calls stores each
 * element of the array of arguments with {@code AASTORE}.
 */
final class GateCall {
  private GateCall() {}

  /** Pushes the gate, the seam's key and the array of arguments. */
  static void begin(MethodVisitor code, String seam, int arguments) {
    code.visitFieldInsn(
        Opcodes.GETSTATIC, GateClass.INTERNAL_NAME, GateClass.FIELD, GateClass.FIELD_DESCRIPTOR);
    code.visitLdcInsn(seam);
    code.visitIntInsn(Opcodes.BIPUSH, arguments);
    code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
  }

  /** Pushes the array and an index in it; the element must follow. */
  static void element(MethodVisitor code, int index) {
    code.visitInsn(Opcodes.DUP);
    code.visitIntInsn(Opcodes.BIPUSH, index);
  }

  /** Calls the gate and leaves its answer on the stack. */
  static void end(MethodVisitor code) {
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE,
        "java/util/function/BiFunction",
        "apply",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        true);
  }

  /** Takes the answer from the stack and pushes its first element. */
  static void answer(MethodVisitor code) {
    code.visitTypeInsn(Opcodes.CHECKCAST, "[Ljava/lang/Object;");
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.AALOAD);
  }
}
