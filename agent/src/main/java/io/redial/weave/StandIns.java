package io.redial.weave;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Empty types in place of those that every version of a client has, but a build that keeps only
 * what is reached may have left out, and that adapters do no more with than ask for them, or make
 * another where there is one. Nothing is ever an instance of one, so the answer is right.
 */
final class StandIns {
  private static final Set<String> CLASSES =
      new HashSet<>(
          Arrays.asList(
              "org/apache/http/entity/BasicHttpEntity",
              "org/apache/http/entity/BufferedHttpEntity",
              "org/apache/http/entity/EntityTemplate",
              "org/apache/http/entity/FileEntity",
              "org/apache/http/entity/InputStreamEntity",
              "org/apache/http/impl/client/AbstractHttpClient",
              "org/apache/hc/client5/http/impl/async/CloseableHttpAsyncClient",
              "org/apache/hc/client5/http/impl/classic/MinimalHttpClient",
              "org/apache/hc/core5/concurrent/ComplexFuture",
              "org/apache/hc/core5/http/io/entity/BasicHttpEntity",
              "org/apache/hc/core5/http/io/entity/InputStreamEntity",
              "org/apache/hc/core5/http2/H2Error",
              "org/apache/hc/core5/http2/H2StreamResetException"));

  private static final Set<String> INTERFACES =
      new HashSet<>(
          Arrays.asList(
              "org/apache/hc/client5/http/async/AsyncExecRuntime",
              "org/apache/hc/client5/http/classic/ExecRuntime",
              "org/apache/hc/core5/http/nio/AsyncPushConsumer",
              "org/apache/hc/core5/http/nio/AsyncRequestProducer",
              "org/apache/hc/core5/http/nio/AsyncResponseConsumer",
              "org/apache/hc/core5/http/nio/CapacityChannel",
              "org/apache/hc/core5/http/nio/DataStreamChannel",
              "org/apache/hc/core5/http/nio/HandlerFactory",
              "org/apache/hc/core5/http/nio/RequestChannel",
              "org/apache/hc/core5/http/nio/ResourceHolder"));

  private StandIns() {}

  /** Whether there is one. */
  static boolean has(String original) {
    return CLASSES.contains(original) || INTERFACES.contains(original);
  }

  /**
   * The type's class file.
   *
   * @param original the type as the client's authors named it, in the JVM's form
   * @param name what it is called here
   */
  static byte[] of(String original, String name) {
    int kind =
        INTERFACES.contains(original)
            ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT
            : Opcodes.ACC_SUPER;
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | kind, name, null, "java/lang/Object", null);
    writer.visitEnd();
    return writer.toByteArray();
  }
}
