package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rule 2.1 in web applications with clients of different versions in one server; and that the
 * loader of each is collected when it is undeployed.
 */
class WebApplicationsTest extends Served {

  static List<Java> runtimes() {
    return Java.runtimes();
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void retryEachAndAreUnloaded(Java java, @TempDir Path folder) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(folder.toString()));
    arguments.addAll(
        application(folder.resolve("old"), Program.library("httpclient-4.3"), "Fetch4"));
    arguments.addAll(
        application(folder.resolve("new"), Program.library("httpclient-4.5"), "Fetch4"));
    arguments.addAll(
        application(
            folder.resolve("async"), Program.library("httpasyncclient-4.1"), "Fetch4Async"));
    arguments.addAll(
        application(folder.resolve("five"), Program.library("httpclient5-5.6"), "Fetch5"));
    arguments.addAll(
        application(folder.resolve("async5"), Program.library("httpclient5-5.0"), "Fetch5Async"));
    Path vendor = Program.built("vendor/target/vendor-whole.jar");
    arguments.addAll(
        application(folder.resolve("vendor"), List.of(vendor), "com.vendor.fetch.Fetch5"));

    Program program =
        Program.on(java)
            .agent("log-level=debug")
            .classPath(Program.and(Program.library("tomcat"), host(folder)))
            .with("com.example.fetch.host.WebApplications")
            .run(arguments.toArray(new String[0]));

    String retried = RETRIED + " by ParallelWebappClassLoader";
    String collected = "collected";
    assertThat(program.out())
        .containsExactlyElementsOf(
            Stream.of(Collections.nCopies(6, retried), Collections.nCopies(6, collected))
                .flatMap(List::stream)
                .toList());
    assertNoComplaint(program);
  }

  private List<String> application(Path folder, List<Path> library, String fetch)
      throws IOException {
    Path lib = Files.createDirectories(folder.resolve("WEB-INF/lib"));
    for (Path jar : Program.and(library, Program.programs())) {
      Files.copy(jar, lib.resolve(jar.getFileName()));
    }
    String url = server.url(0, folder.getFileName().toString());
    return List.of(folder.toString(), fetch, url);
  }

  /** The server itself has nothing that fetches. */
  private static Path host(Path folder) throws IOException {
    Path classes = folder.resolve("host");
    try (JarFile jar = new JarFile(Program.programs().toFile())) {
      for (JarEntry entry : jar.stream().filter(e -> e.getName().contains("/host/")).toList()) {
        if (!entry.isDirectory()) {
          Path target = classes.resolve(entry.getName());
          Files.createDirectories(target.getParent());
          try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, target);
          }
        }
      }
    }
    return classes;
  }
}
