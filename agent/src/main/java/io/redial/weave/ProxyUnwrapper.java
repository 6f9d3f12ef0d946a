package io.redial.weave;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Makes a method return the application's object instead of a stand-in for it:
 *
 * <pre>{@code
 * return value instanceof Proxy && value instanceof Supplier
 *     ? (R) ((Supplier) value).get()
 *     : value;
 * }</pre>
 *
 * <p>A stand-in is a proxy that supplies the object that it stands for. So the gate is not called
 * and nothing is allocated, which matters because clients call such methods as often as
 * applications do.
 */
final class ProxyUnwrapper extends MethodVisitor {
  private static final int STACK = 2;
  private static final String SUPPLIER = "java/util/function/Supplier";

  private final String returned;
  private final boolean frames;

  ProxyUnwrapper(MethodVisitor next, String descriptor, boolean frames) {
    super(Opcodes.ASM9, next);
    this.returned = Type.getReturnType(descriptor).getInternalName();
    this.frames = frames;
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.ARETURN) {
      Label unchanged = new Label();
      unless("java/lang/reflect/Proxy", unchanged);
      unless(SUPPLIER, unchanged);
      mv.visitTypeInsn(Opcodes.CHECKCAST, SUPPLIER);
      mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, SUPPLIER, "get", "()Ljava/lang/Object;", true);
      mv.visitTypeInsn(Opcodes.CHECKCAST, returned);
      mv.visitLabel(unchanged);
      if (frames) {
        mv.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {returned});
      }
    }
    super.visitInsn(opcode);
  }

  private void unless(String type, Label elsewhere) {
    mv.visitInsn(Opcodes.DUP);
    mv.visitTypeInsn(Opcodes.INSTANCEOF, type);
    mv.visitJumpInsn(Opcodes.IFEQ, elsewhere);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(Math.max(maxStack, STACK), maxLocals);
  }
}
