package io.redial.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import org.slf4j.nop.NOPServiceProvider;

/** The seams in every version of every client that is covered, as the build put them ready. */
class RealClientsTest {
  private static final Path CLIENTS = Path.of("target/clients");

  private static final String APACHE_4_2 =
      """
      AbstractHttpClient [apache4.execute]
      AutoRetryHttpClient [apache4.retryResponse]
      BasicClientConnectionManager [apache4.shutdown]
      DefaultRequestDirector [apache4.keepAlive, apache4.retryRequest]
      PoolingClientConnectionManager [apache4.shutdown]
      RequestWrapper [stand-in]
      SingleClientConnManager [apache4.shutdown]
      ThreadSafeClientConnManager [apache4.shutdown]
      """;

  private static final String APACHE_4 =
      """
      AbstractHttpClient [apache4.close, apache4.execute]
      AutoRetryHttpClient [apache4.retryResponse]
      BasicClientConnectionManager [apache4.shutdown]
      DefaultRequestDirector [apache4.keepAlive, apache4.retryRequest]
      HttpRequestWrapper [stand-in]
      InternalHttpClient [apache4.close, apache4.execute]
      MainClientExec [apache4.keepAlive]
      MinimalClientExec [apache4.keepAlive]
      MinimalHttpClient [apache4.close, apache4.execute]
      PoolingClientConnectionManager [apache4.shutdown]
      RequestWrapper [stand-in]
      RetryExec [apache4.retryRequest]
      ServiceUnavailableRetryExec [apache4.retryResponse]
      SingleClientConnManager [apache4.shutdown]
      ThreadSafeClientConnManager [apache4.shutdown]
      """;

  private static final String APACHE_4_ASYNC =
      """
      CloseableHttpAsyncClientBase [apache4.close]
      InternalHttpAsyncClient [apache4.async]
      MinimalHttpAsyncClient [apache4.async]
      """;

  private static final String APACHE_5 =
      """
      AbstractHttpAsyncClientBase [apache5.close]
      AbstractMinimalHttpAsyncClientBase [apache5.async]
      AsyncHttpRequestRetryExec$1 [apache5.retryRequest, apache5.retryResponse]
      ConnectExec [apache5.acquired]
      HttpRequestRetryExec [apache5.classicRetryRequest, apache5.classicRetryResponse]
      InternalAbstractHttpAsyncClient [apache5.async]
      InternalH2AsyncExecRuntime [apache5.stream]
      InternalHttpClient [apache5.chain, apache5.close]
      MainClientExec [apache5.keepAlive]
      MinimalHttpClient [apache5.acquired, apache5.close, apache5.execute, apache5.keepAlive]
      RedirectExec [apache5.redirect]
      """;

  @ParameterizedTest
  @MethodSource("versions")
  void haveAllTheirSeams(String version) throws IOException {
    assertThat(seams(woven(version, Renaming.NONE))).isEqualTo(expected(version));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void haveThemUnderAnotherPackageToo(String version) throws IOException {
    assertThat(seams(woven(version, moved(version)))).isEqualTo(expected(version));
  }

  /** Class loaders verify what they define; these have nothing but the client and the JDK. */
  @ParameterizedTest
  @MethodSource("versions")
  void verifyAfterwards(String version) throws Exception {
    Map<String, byte[]> woven = woven(version, Renaming.NONE);
    assertThat(woven).isNotEmpty();
    try (Loader loader = new Loader(jars(version), woven)) {
      for (String name : woven.keySet()) {
        Class<?> type = Class.forName(name.replace('/', '.'), true, loader);
        assertThat(type.getClassLoader()).isSameAs(loader);
      }
    }
  }

  static List<String> versions() throws IOException {
    try (Stream<Path> folders = Files.list(CLIENTS)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> !name.equals("shared"))
          .sorted()
          .toList();
    }
  }

  private static String expected(String version) {
    return switch (version.substring(0, version.indexOf('-'))) {
      case "httpclient5" -> APACHE_5;
      case "httpasyncclient" -> sorted(APACHE_4 + APACHE_4_ASYNC);
      default -> version.endsWith("-4.2") ? APACHE_4_2 : APACHE_4;
    };
  }

  private static String sorted(String lines) {
    return String.join("\n", lines.lines().sorted().toList()) + "\n";
  }

  private static Renaming moved(String version) {
    String root = version.startsWith("httpclient5") ? "org/apache/hc" : "org/apache/http";
    return Renaming.between(root, root + "/x", "com/vendor/internal/x");
  }

  /** Every class of the client that is woven, by its name. */
  private static Map<String, byte[]> woven(String version, Renaming renaming) throws IOException {
    Map<String, byte[]> woven = new TreeMap<>();
    for (Path jar : jars(version)) {
      try (JarFile file = new JarFile(jar.toFile())) {
        for (JarEntry entry : file.stream().toList()) {
          String name = renaming.of(entry.getName().replace(".class", ""));
          if (ClientTransformer.mayBeClient(name)) {
            try (InputStream in = file.getInputStream(entry)) {
              byte[] bytes = ConstantRenamer.rename(in.readAllBytes(), renaming);
              woven.put(name, SeamWeaver.weave(bytes, Clients.copyOf(name, true)));
            }
          }
        }
      }
    }
    return woven;
  }

  private static List<Path> jars(String version) throws IOException {
    try (Stream<Path> jars = Files.list(CLIENTS.resolve(version))) {
      return jars.toList();
    }
  }

  /** One line for each class: its simple name, and the keys of its seams. */
  private static String seams(Map<String, byte[]> woven) {
    Set<String> lines = new TreeSet<>();
    woven.forEach(
        (name, bytes) -> lines.add(name.substring(name.lastIndexOf('/') + 1) + " " + keys(bytes)));
    return String.join("\n", lines) + "\n";
  }

  private static Set<String> keys(byte[] woven) {
    Set<String> keys = new TreeSet<>();
    MethodVisitor constants =
        new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitLdcInsn(Object value) {
            if (value instanceof String text && text.startsWith("apache")) {
              keys.add(text);
            }
          }

          @Override
          public void visitTypeInsn(int opcode, String type) {
            if (type.equals("java/lang/reflect/Proxy")) {
              keys.add("stand-in");
            }
          }
        };
    if (woven != null) {
      new ClassReader(woven)
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  return constants;
                }
              },
              0);
    }
    return keys;
  }

  /** The client's jars, with some of their classes replaced. */
  private static final class Loader extends URLClassLoader {
    private final Map<String, byte[]> replaced;

    Loader(List<Path> jars, Map<String, byte[]> replaced) throws IOException {
      super(urls(jars), ClassLoader.getPlatformClassLoader());
      this.replaced = replaced;
    }

    private static URL[] urls(List<Path> jars) throws IOException {
      List<URL> urls = new ArrayList<>();
      for (Path jar : jars) {
        urls.add(jar.toUri().toURL());
      }
      for (Class<?> logging : List.of(LoggerFactory.class, NOPServiceProvider.class)) {
        urls.add(logging.getProtectionDomain().getCodeSource().getLocation());
      }
      return urls.toArray(new URL[0]);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = replaced.get(name.replace('.', '/'));
      return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }
  }
}
