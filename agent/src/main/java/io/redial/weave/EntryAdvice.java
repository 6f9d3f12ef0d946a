package io.redial.weave;

import static net.bytebuddy.jar.asm.Opcodes.AALOAD;
import static net.bytebuddy.jar.asm.Opcodes.AASTORE;
import static net.bytebuddy.jar.asm.Opcodes.ALOAD;
import static net.bytebuddy.jar.asm.Opcodes.ANEWARRAY;
import static net.bytebuddy.jar.asm.Opcodes.ARETURN;
import static net.bytebuddy.jar.asm.Opcodes.ASM9;
import static net.bytebuddy.jar.asm.Opcodes.BIPUSH;
import static net.bytebuddy.jar.asm.Opcodes.CHECKCAST;
import static net.bytebuddy.jar.asm.Opcodes.DUP;
import static net.bytebuddy.jar.asm.Opcodes.F_SAME1;
import static net.bytebuddy.jar.asm.Opcodes.ICONST_0;
import static net.bytebuddy.jar.asm.Opcodes.IFNULL;
import static net.bytebuddy.jar.asm.Opcodes.POP;
import static net.bytebuddy.jar.asm.Opcodes.RETURN;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Type;

/**
 * Inserts what a woven method does first:
 *
 * <pre>{@code
 * Object[] answer = (Object[]) RedialGate.to.apply(SEAM, new Object[] {this, arguments…});
 * if (answer != null) {
 *   return (R) answer[0];
 * }
 * }</pre>
 *
 * <p>Parameters are references at all seams. An exception from the gate reaches the application.
 */
final class EntryAdvice extends MethodVisitor {
  private static final int STACK = 7;

  private final String seam;
  private final Type[] parameters;
  private final Type returned;
  private final boolean frames;

  EntryAdvice(MethodVisitor next, String seam, String descriptor, boolean frames) {
    super(ASM9, next);
    this.seam = seam;
    this.parameters = Type.getArgumentTypes(descriptor);
    this.returned = Type.getReturnType(descriptor);
    this.frames = frames;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    GateCall.begin(mv, seam);
    mv.visitIntInsn(BIPUSH, parameters.length + 1);
    mv.visitTypeInsn(ANEWARRAY, "java/lang/Object");
    for (int i = 0; i <= parameters.length; i++) {
      mv.visitInsn(DUP);
      mv.visitIntInsn(BIPUSH, i);
      mv.visitVarInsn(ALOAD, i);
      mv.visitInsn(AASTORE);
    }
    GateCall.end(mv);
    mv.visitInsn(DUP);
    Label original = new Label();
    mv.visitJumpInsn(IFNULL, original);
    if (returned.getSort() == Type.VOID) {
      mv.visitInsn(RETURN);
    } else {
      mv.visitTypeInsn(CHECKCAST, "[Ljava/lang/Object;");
      mv.visitInsn(ICONST_0);
      mv.visitInsn(AALOAD);
      mv.visitTypeInsn(CHECKCAST, returned.getInternalName());
      mv.visitInsn(ARETURN);
    }
    mv.visitLabel(original);
    if (frames) {
      mv.visitFrame(F_SAME1, 0, null, 1, new Object[] {"java/lang/Object"});
    }
    // This instruction separates our stack map frame from one that the method may begin with.
    mv.visitInsn(POP);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(Math.max(maxStack, STACK), maxLocals);
  }
}
