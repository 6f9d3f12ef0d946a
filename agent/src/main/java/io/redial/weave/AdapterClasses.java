package io.redial.weave;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/** An adapter's class files, renamed for one copy of its client. */
final class AdapterClasses {
  private static final int CLASS = 7;

  private final ClientCopy copy;
  private final OwnJar jar;
  private final String ownPackage;

  AdapterClasses(ClientCopy copy, OwnJar jar) {
    this.copy = copy;
    this.jar = jar;
    this.ownPackage = copy.client().adapterPackage();
  }

  /** Returns whether the class of that internal name belongs to the adapter. */
  boolean include(String name) {
    return name.startsWith(ownPackage);
  }

  /** Returns the class file, or null if there is none. */
  byte[] bytes(String name) throws IOException {
    byte[] bytes = jar.classFile(ownPackage, name);
    return bytes != null && copy.isRelocated()
        ? ConstantRenamer.rename(bytes, copy.renaming())
        : bytes;
  }

  /** Returns the stub for a type that this copy of the client lacks, or null if there is none. */
  byte[] standIn(String name) {
    String original = copy.renaming().back(name);
    return copy.client().mayLack(original)
        ? stub(name, copy.client().isOptionalInterface(original))
        : null;
  }

  /**
   * Makes an empty type in place of one that a build of a client {@linkplain
   * io.redial.client.ClientModule#mayLack may lack}. Nothing is ever an instance of it, so an
   * adapter's {@code instanceof} gives the right answer.
   */
  private static byte[] stub(String name, boolean isInterface) {
    int kind = isInterface ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT : Opcodes.ACC_SUPER;
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | kind, name, null, "java/lang/Object", null);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /**
   * Returns the name of a type that the adapter needs but that a vendor's build of the client has
   * left out, or null if none is missing.
   */
  String missingIn(ClassLoader client) throws IOException {
    Set<String> seen = new HashSet<>();
    Deque<String> left = new ArrayDeque<>();
    left.add(copy.client().adapter().replace('.', '/'));
    while (!left.isEmpty()) {
      byte[] bytes = bytes(left.remove());
      if (bytes == null) {
        continue;
      }
      for (String named : classesIn(bytes)) {
        if (!seen.add(named)) {
          continue;
        }
        if (include(named)) {
          left.add(named);
        } else if (named.startsWith(copy.root() + '/')
            && !copy.client().mayLack(copy.renaming().back(named))
            && client.getResource(named + ".class") == null) {
          return named.replace('/', '.');
        }
      }
    }
    return null;
  }

  /** Returns the binary names of the adapter's classes and of the client's that they name. */
  Set<String> named() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (String own : jar.adapterClasses(ownPackage)) {
      names.add(own);
      for (String named : classesIn(bytes(own.replace('.', '/')))) {
        if (named.startsWith(copy.root() + '/')) {
          names.add(named.replace('/', '.'));
        }
      }
    }
    return names;
  }

  private static Set<String> classesIn(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    char[] buffer = new char[reader.getMaxStringLength()];
    Set<String> classes = new HashSet<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item > 0 && reader.readByte(item - 1) == CLASS) {
        classes.add(reader.readUTF8(item, buffer));
      }
    }
    return classes;
  }
}
