package io.redial.weave;

import io.redial.client.Seam;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Asks the gate where a client decides whether to send a request again by itself:
 *
 * <pre>{@code
 * retriedOnce
 *     | TRUE.equals(RedialGate.to.ask(SEAM, this, responseHandler))
 *
 * context.shouldRetry()
 *     & !TRUE.equals(RedialGate.to.ask(SEAM, this, responseHandler, context))
 * }</pre>
 *
 * <p>No branch and no stack map frame is needed.
 */
final class ResendGuard extends MethodVisitor {
  /** The field by which the adapter recognises the exchange. */
  static final String HANDLER = "responseHandler";

  static final String HANDLER_DESCRIPTOR = "Ljava/net/http/HttpResponse$BodyHandler;";

  private static final String BOOLEAN = "java/lang/Boolean";

  /** Far above the locals of the methods concerned, which are short. */
  private static final int FREE_LOCAL = 100;

  private static final int STACK = GateCall.STACK + 1;

  private final List<Seam> seams;
  private final String type;
  private final Consumer<Seam> found;
  private boolean woven;

  /**
   * Creates a guard for one method of a type that has the field {@link #HANDLER}.
   *
   * @param type the internal name of the type
   */
  ResendGuard(MethodVisitor next, List<Seam> seams, String type, Consumer<Seam> found) {
    super(Opcodes.ASM9, next);
    this.seams = seams;
    this.type = type;
    this.found = found;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    super.visitFieldInsn(opcode, owner, name, descriptor);
    Seam seam = opcode == Opcodes.GETFIELD ? resend(owner, name, descriptor) : null;
    if (seam != null) {
      ask(seam, false);
      mv.visitInsn(Opcodes.IOR);
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    Seam seam = resend(owner, name, descriptor);
    if (seam != null) {
      mv.visitInsn(Opcodes.DUP);
      mv.visitVarInsn(Opcodes.ASTORE, FREE_LOCAL); // It is in no stack map frame.
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    if (seam != null) {
      ask(seam, true);
      mv.visitInsn(Opcodes.ICONST_1);
      mv.visitInsn(Opcodes.IXOR);
      mv.visitInsn(Opcodes.IAND);
    }
  }

  private Seam resend(String owner, String name, String descriptor) {
    for (Seam seam : seams) {
      if (seam.isResend(owner, name, descriptor)) {
        found.accept(seam);
        return seam;
      }
    }
    return null;
  }

  /** Calls the gate and pushes whether the answer was yes. */
  private void ask(Seam seam, boolean context) {
    woven = true;
    mv.visitFieldInsn(Opcodes.GETSTATIC, BOOLEAN, "TRUE", 'L' + BOOLEAN + ';');
    GateCall.begin(mv, seam.key());
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitFieldInsn(Opcodes.GETFIELD, type, HANDLER, HANDLER_DESCRIPTOR);
    if (context) {
      mv.visitVarInsn(Opcodes.ALOAD, FREE_LOCAL);
    }
    GateCall.end(mv, context ? 3 : 2);
    mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, BOOLEAN, "equals", "(Ljava/lang/Object;)Z", false);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (maxLocals > FREE_LOCAL && woven) {
      throw new IllegalStateException("too many local variables: " + maxLocals);
    }
    super.visitMaxs(woven ? maxStack + STACK : maxStack, woven ? FREE_LOCAL + 1 : maxLocals);
  }
}
