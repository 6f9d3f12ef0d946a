package io.redial.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of somebody else whose names end as a client's do. */
class LookAlikesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com/acme/impl/client/InternalHttpClient",
        "com/acme/impl/client/AbstractHttpClient",
        "com/acme/impl/nio/client/CloseableHttpAsyncClientBase",
        "com/acme/client5/http/impl/classic/InternalHttpClient",
      })
  void areLeftAloneThoughTheyCanBeClosed(String name) {
    ClientCopy copy = Clients.copyOf(name, true);

    assertThat(copy.isRelocated()).isTrue();
    assertThat(SeamWeaver.weave(closeable(name), copy)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org/apache/http/impl/client/InternalHttpClient",
        "com/acme/org/apache/http/impl/client/InternalHttpClient",
      })
  void areNoneWhereRelocatedClientsAreOff(String name) {
    assertThat(Clients.copyOf(name, false) == null).isEqualTo(name.startsWith("com/"));
  }

  /** A class that implements {@link Closeable} and has a field of its own package. */
  private static byte[] closeable(String name) {
    ClassWriter writer = new ClassWriter(0);
    String[] interfaces = {Type.getInternalName(Closeable.class)};
    writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", interfaces);
    writer.visitField(0, "pool", "Lcom/acme/Pool;", null, null).visitEnd();
    MethodVisitor close = writer.visitMethod(Opcodes.ACC_PUBLIC, "close", "()V", null, null);
    close.visitCode();
    close.visitInsn(Opcodes.RETURN);
    close.visitMaxs(0, 1);
    close.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
