package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule 2.1 in OSGi bundles, in Apache Felix, which see of the JDK what they import. */
class BundlesTest extends Served {

  static List<Java> runtimes() {
    return Java.runtimes();
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void retriesByTheClientsOwnBundle(Java java, @TempDir Path folder) throws Exception {
    Path fetching =
        bundle(
            folder.resolve("fetching.jar"),
            List.of(Program.programs()),
            Map.of(
                "Fetch",
                "Fetch4",
                "Import-Package",
                "org.osgi.framework,org.apache.http,org.apache.http.client,"
                    + "org.apache.http.client.methods,org.apache.http.impl.client,"
                    + "org.apache.http.util"));
    List<Path> bundles = Program.and(Program.library("bundles"), fetching);

    assertRetries(java, folder, bundles);
  }

  static Stream<Arguments> clients() {
    return runtimes().stream()
        .flatMap(
            java ->
                Stream.of(
                    Arguments.of(java, "httpclient-4.3", "Fetch4"),
                    Arguments.of(java, "httpasyncclient-4.1", "Fetch4Async"),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5"),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5Async")));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void retriesByAClientWithinABundle(Java java, String library, String fetch, @TempDir Path folder)
      throws Exception {
    Path fetching =
        bundle(
            folder.resolve("fetching.jar"),
            Program.and(Program.library(library), Program.programs()),
            Map.of(
                "Fetch",
                fetch,
                "Import-Package",
                "org.osgi.framework,javax.net,javax.net.ssl,javax.naming,javax.naming.directory,"
                    + "javax.naming.ldap,javax.security.auth.x500,jdk.net,org.ietf.jgss"));

    assertRetries(java, folder, List.of(fetching));
  }

  private void assertRetries(Java java, Path folder, List<Path> bundles) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of(folder.resolve("cache").toString(), server.url(0, "bundle")));
    bundles.forEach(bundle -> arguments.add(bundle.toString()));

    Program program =
        Program.on(java)
            .agent()
            .classPath(Program.and(Program.library("felix"), Program.programs()))
            .with("com.example.fetch.host.Bundles")
            .run(arguments.toArray(new String[0]));

    assertThat(program.out()).containsExactly(RETRIED);
    assertThat(server.attempts(server.url(0, "bundle"))).isEqualTo(3);
    assertNoComplaint(program);
  }

  /** A bundle that has these jars inside. */
  private static Path bundle(Path file, List<Path> jars, Map<String, String> headers)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Bundle-ManifestVersion", "2");
    attributes.putValue("Bundle-SymbolicName", "com.example.fetch");
    attributes.putValue("Bundle-Version", "1.0.0");
    attributes.putValue("Bundle-Activator", "com.example.fetch.osgi.Activator");
    attributes.putValue(
        "Bundle-ClassPath",
        String.join(",", jars.stream().map(jar -> jar.getFileName().toString()).toList()));
    headers.forEach(attributes::putValue);
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream bundle = new JarOutputStream(out, manifest)) {
      for (Path jar : jars) {
        bundle.putNextEntry(new JarEntry(jar.getFileName().toString()));
        Files.copy(jar, bundle);
        bundle.closeEntry();
      }
    }
    return file;
  }
}
