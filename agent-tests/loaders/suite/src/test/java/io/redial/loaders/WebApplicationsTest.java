package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Web applications with clients of different versions in one server. */
class WebApplicationsTest extends Served {

  static List<Java> runtimes() {
    return Java.runtimes();
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void retryEachAndAreUnloaded(Java java, @TempDir Path folder) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(folder.toString()));
    arguments.addAll(application(folder.resolve("old"), "httpclient-4.3.6", "Fetch4"));
    arguments.addAll(application(folder.resolve("new"), "httpclient-4.5.14", "Fetch4"));
    arguments.addAll(application(folder.resolve("async"), "httpasyncclient-4.1.5", "Fetch4Async"));
    arguments.addAll(application(folder.resolve("five"), "httpclient5-5.6.5", "Fetch5"));
    arguments.addAll(application(folder.resolve("async5"), "httpclient5-5.0.4", "Fetch5Async"));

    Program program =
        Program.on(java)
            .agent("log-level=debug")
            .classPath(Program.and(Program.library("tomcat"), host(folder)))
            .with("com.example.fetch.host.WebApplications")
            .run(arguments.toArray(new String[0]));

    String retried = RETRIED + " by ParallelWebappClassLoader";
    assertThat(program.out())
        .containsExactly(
            retried,
            retried,
            retried,
            retried,
            retried,
            "collected",
            "collected",
            "collected",
            "collected",
            "collected");
    assertNoComplaint(program);
  }

  private List<String> application(Path folder, String library, String fetch) throws IOException {
    Path lib = Files.createDirectories(folder.resolve("WEB-INF/lib"));
    for (Path jar : Program.and(Program.library(library), Program.programs())) {
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
