package io.redial.weave;

import io.redial.client.Seam;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Redirects to the gate calls that a method makes, for example to a client's own retry strategy:
 *
 * <pre>{@code
 * (boolean) RedialGate.to.ask(SEAM, this, strategy, arguments…)
 * }</pre>
 *
 * <p>There is always an answer: where Redial does not decide, the code behind the gate makes the
 * call itself. So no branch and no stack map frame is needed. Where an adapter is only notified of
 * a call, the answer is dropped and the client makes the call itself.
 */
final class CallSiteInterceptor extends MethodVisitor {
  /** Far above the locals of the methods concerned, which are short. */
  private static final int FIRST_FREE_LOCAL = 100;

  private final List<Seam> seams;
  private final Consumer<Seam> found;
  private int locals;

  CallSiteInterceptor(MethodVisitor next, List<Seam> seams, Consumer<Seam> found) {
    super(Opcodes.ASM9, next);
    this.seams = seams;
    this.found = found;
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    for (Seam seam : seams) {
      if (seam.isCall(owner, name, descriptor)) {
        found.accept(seam);
        Type[] operands = operands(owner, descriptor);
        ask(
            seam.key(),
            operands,
            seam.isChain()
                ? new Handle(Opcodes.H_INVOKEVIRTUAL, owner, name, descriptor, false)
                : null);
        if (seam.isNotice()) {
          goOn(operands);
          super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        } else {
          answer(Type.getReturnType(descriptor));
        }
        return;
      }
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
  }

  private static Type[] operands(String owner, String descriptor) {
    Type[] parameters = Type.getArgumentTypes(descriptor);
    Type[] operands = new Type[parameters.length + 1];
    operands[0] = Type.getObjectType(owner);
    System.arraycopy(parameters, 0, operands, 1, parameters.length);
    return operands;
  }

  /**
   * @param method what the adapter gets after the operands, or null
   */
  private void ask(String key, Type[] operands, Handle method) {
    // Moves the operands from the stack, last one first, to locals that are in no stack map frame.
    for (int i = operands.length - 1; i >= 0; i--) {
      mv.visitVarInsn(operands[i].getOpcode(Opcodes.ISTORE), FIRST_FREE_LOCAL + i);
    }
    locals = Math.max(locals, FIRST_FREE_LOCAL + operands.length);
    GateCall.begin(mv, key);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    for (int i = 0; i < operands.length; i++) {
      mv.visitVarInsn(operands[i].getOpcode(Opcodes.ILOAD), FIRST_FREE_LOCAL + i);
      if (operands[i].getSort() == Type.INT) {
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
      }
    }
    if (method != null) {
      mv.visitLdcInsn(method);
    }
    GateCall.end(mv, operands.length + (method == null ? 1 : 2));
  }

  /** Drops the gate's answer and restores the operands for the client's own call. */
  private void goOn(Type[] operands) {
    mv.visitInsn(Opcodes.POP);
    for (int i = 0; i < operands.length; i++) {
      mv.visitVarInsn(operands[i].getOpcode(Opcodes.ILOAD), FIRST_FREE_LOCAL + i);
    }
  }

  private void answer(Type returned) {
    if (returned.getSort() == Type.BOOLEAN) {
      mv.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Boolean");
      mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Boolean", "booleanValue", "()Z", false);
    } else {
      mv.visitTypeInsn(Opcodes.CHECKCAST, returned.getInternalName());
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (maxLocals > FIRST_FREE_LOCAL && locals > 0) {
      throw new IllegalStateException("too many local variables: " + maxLocals);
    }
    super.visitMaxs(
        locals == 0 ? maxStack : maxStack + GateCall.STACK, locals == 0 ? maxLocals : locals);
  }
}
