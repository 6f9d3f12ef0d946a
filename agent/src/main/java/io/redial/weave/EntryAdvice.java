package io.redial.weave;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Inserts what a woven method does first:
 *
 * <pre>{@code
 * Object answer = RedialGate.to.ask(SEAM, this, arguments…);
 * if (answer != SEAM) {
 *   return (R) answer;
 * }
 * }</pre>
 *
 * <p>Parameters are references at all seams. An exception from the gate reaches the application.
 */
final class EntryAdvice extends MethodVisitor {
  private final String seam;
  private final Type[] parameters;
  private final Type returned;
  private final boolean frames;

  EntryAdvice(MethodVisitor next, String seam, String descriptor, boolean frames) {
    super(Opcodes.ASM9, next);
    this.seam = seam;
    this.parameters = Type.getArgumentTypes(descriptor);
    this.returned = Type.getReturnType(descriptor);
    this.frames = frames;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    GateCall.begin(mv, seam);
    for (int i = 0; i <= parameters.length; i++) {
      mv.visitVarInsn(Opcodes.ALOAD, i);
    }
    GateCall.end(mv, parameters.length + 1);
    mv.visitInsn(Opcodes.DUP);
    mv.visitLdcInsn(seam); // The same object as before: constants of a class are interned.
    Label original = new Label();
    mv.visitJumpInsn(Opcodes.IF_ACMPEQ, original);
    if (returned.getSort() == Type.VOID) {
      mv.visitInsn(Opcodes.RETURN);
    } else {
      mv.visitTypeInsn(Opcodes.CHECKCAST, returned.getInternalName());
      mv.visitInsn(Opcodes.ARETURN);
    }
    mv.visitLabel(original);
    if (frames) {
      mv.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Object"});
    }
    // This instruction separates our stack map frame from one that the method may begin with.
    mv.visitInsn(Opcodes.POP);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(Math.max(maxStack, GateCall.STACK), maxLocals);
  }
}
