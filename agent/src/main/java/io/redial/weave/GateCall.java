package io.redial.weave;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A call through the gate, as bytecode. Between its two parts, whoever calls pushes the woven
 * object and the operands.
 */
final class GateCall {
  /** How much of the stack a call needs. */
  static final int STACK = GateClass.OPERANDS + 2;

  private GateCall() {}

  /** Pushes the gate and the seam's key. */
  static void begin(MethodVisitor code, String seam) {
    code.visitFieldInsn(
        Opcodes.GETSTATIC, GateClass.INTERNAL_NAME, GateClass.FIELD, GateClass.FIELD_DESCRIPTOR);
    code.visitLdcInsn(seam);
  }

  /**
   * Calls the gate and leaves its answer on the stack.
   *
   * @param pushed the number of objects that were pushed
   */
  static void end(MethodVisitor code, int pushed) {
    for (int i = pushed; i < GateClass.OPERANDS; i++) {
      code.visitInsn(Opcodes.ACONST_NULL);
    }
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        GateClass.INTERNAL_NAME,
        GateClass.METHOD,
        GateClass.METHOD_DESCRIPTOR,
        false);
  }
}
