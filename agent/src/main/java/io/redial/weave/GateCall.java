package io.redial.weave;

import static net.bytebuddy.jar.asm.Opcodes.GETSTATIC;
import static net.bytebuddy.jar.asm.Opcodes.INVOKEINTERFACE;

import net.bytebuddy.jar.asm.MethodVisitor;

/** The beginning and the end of a call through the gate, as bytecode. */
final class GateCall {
  private GateCall() {}

  /** Pushes the gate and the seam's key; the array of arguments must follow. */
  static void begin(MethodVisitor code, String seam) {
    code.visitFieldInsn(
        GETSTATIC, GateClass.INTERNAL_NAME, GateClass.FIELD, GateClass.FIELD_DESCRIPTOR);
    code.visitLdcInsn(seam);
  }

  /** Calls the gate and leaves its answer on the stack. */
  static void end(MethodVisitor code) {
    code.visitMethodInsn(
        INVOKEINTERFACE,
        "java/util/function/BiFunction",
        "apply",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        true);
  }
}
