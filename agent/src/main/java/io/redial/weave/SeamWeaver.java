package io.redial.weave;

import io.redial.client.Seam;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves calls of the gate into a class. It adds no member and changes no signature, so that a
 * class which is already loaded can be woven as well.
 */
final class SeamWeaver extends ClassVisitor {
  private static final int NEWEST_KNOWN = Opcodes.V27;
  private static final int MAJOR_OFFSET = 6;
  private static final int FIRST_WITH_FRAMES = 50;

  private final List<Seam> seams;
  private final String root;
  private String type;
  private boolean frames;
  private boolean hasHandler;
  private boolean recognised;
  private int woven;

  private SeamWeaver(ClassVisitor next, ClientCopy copy) {
    super(Opcodes.ASM9, next);
    this.seams = copy.seams();
    this.root = copy.root();
    this.recognised = !copy.isRelocated(); // Else, the name suffices.
  }

  /** Returns the class with its seams, or null if it has none of them or is not the client's. */
  static byte[] weave(byte[] original, ClientCopy copy) {
    int major = (original[MAJOR_OFFSET] & 0xFF) << 8 | (original[MAJOR_OFFSET + 1] & 0xFF);
    ClassReader reader = new ClassReader(readable(original, major));
    ClassWriter writer = new ClassWriter(reader, 0);
    SeamWeaver weaver = new SeamWeaver(writer, copy);
    reader.accept(weaver, 0);
    return weaver.woven > 0 && weaver.recognised ? withMajor(writer.toByteArray(), major) : null;
  }

  /**
   * Returns bytes that the reader accepts. A JDK newer than this agent has a newer class file
   * version, but the same format.
   */
  private static byte[] readable(byte[] original, int major) {
    return major <= NEWEST_KNOWN ? original : withMajor(original.clone(), NEWEST_KNOWN);
  }

  private static byte[] withMajor(byte[] bytes, int major) {
    bytes[MAJOR_OFFSET] = (byte) (major >> 8);
    bytes[MAJOR_OFFSET + 1] = (byte) major;
    return bytes;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    type = name;
    frames = (version & 0xFFFF) >= FIRST_WITH_FRAMES;
    recognise(parent);
    for (String string : interfaces) {
      recognise(string);
    }
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    recognise(descriptor);
    hasHandler |=
        name.equals(ResendGuard.HANDLER) && descriptor.equals(ResendGuard.HANDLER_DESCRIPTOR);
    return super.visitField(access, name, descriptor, signature, value);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      return next;
    }
    for (Seam seam : seams) {
      if (seam.isEntry(name, descriptor)) {
        found(seam);
        MethodVisitor body = new CallSiteInterceptor(next, seams, this::found);
        return new EntryAdvice(body, seam.key(), descriptor, frames);
      }
      if (seam.isReturn(name, descriptor)) {
        found(seam);
        return new ProxyUnwrapper(next, descriptor, frames);
      }
    }
    return hasHandler && seams.get(0).isOfResends()
        ? new ResendGuard(next, seams, type, this::found)
        : new CallSiteInterceptor(next, seams, this::found);
  }

  private void found(Seam seam) {
    woven++;
    recognised |= root == null || seam.speaksOf(root);
  }

  private void recognise(String text) {
    for (Seam seam : seams) {
      recognised |= seam.isBeside(text);
    }
  }
}
