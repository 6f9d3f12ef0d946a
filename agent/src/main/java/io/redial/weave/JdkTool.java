package io.redial.weave;

/**
 * Recognises the JDK's own tools, which an agent in {@code JAVA_TOOL_OPTIONS} reaches too: Redial
 * does nothing in them.
 */
final class JdkTool {
  private JdkTool() {}

  static boolean isRunning() {
    String module = System.getProperty("jdk.module.main");
    if (module != null) {
      return module.startsWith("jdk.") || module.equals("java.base");
    }
    // Java 8 has no modules; its tools show their main classes.
    String command = System.getProperty("sun.java.command");
    return command != null && (command.startsWith("sun.") || command.startsWith("com.sun.tools."));
  }
}
