package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.fetch.jdk.FetchJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A program loads the adapter of the client that it uses and no other, and without a client nothing
 * that weaves: by the JVM's own log of classes, with all clients on the class path.
 */
class LoadedClassesTest extends Served {
  private static final Pattern LOADED = Pattern.compile("\\] (\\S+) source: ");
  private static final String ADAPTERS = "io\\.redial\\.client\\.\\w+\\..*";
  private static final String WEAVING = "io.redial.shaded.bytebuddy.";

  @ParameterizedTest
  @CsvSource({
    "com.example.fetch.jdk.FetchJdk, jdk, JdkAdapter",
    "Fetch4, apache4, Apache4Adapter",
    "Fetch4Async, apache4, Apache4AsyncAdapter",
    "Fetch5, apache5, Apache5Adapter",
    "Fetch5Async, apache5, Apache5Adapter"
  })
  void areOfTheClientInUseAlone(String fetch, String client, String adapter, @TempDir Path folder)
      throws Exception {
    List<String> classes = loadedBy(folder, fetches(fetch));

    String own = "io.redial.client." + client + ".";
    assertThat(classes)
        .contains(own + adapter)
        .anyMatch(name -> name.startsWith(WEAVING))
        .filteredOn(name -> name.matches(ADAPTERS))
        .allMatch(name -> name.startsWith(own));
    assertThat(server.attempts(server.url(0, fetch))).isEqualTo(3);
  }

  @Test
  void areNeitherAdaptersNorAsmWithoutAClient(@TempDir Path folder) throws Exception {
    List<String> classes = loadedBy(folder);

    assertThat(classes)
        .contains("io.redial.RedialAgent", "com.example.fetch.Main")
        .noneMatch(name -> name.startsWith(WEAVING))
        .noneMatch(name -> name.startsWith("net.bytebuddy.jar.asm."))
        .noneMatch(name -> name.matches(ADAPTERS));
  }

  private static List<String> loadedBy(Path folder, String... arguments) throws Exception {
    Path log = folder.resolve("classes.log");
    List<Path> classPath = new ArrayList<>(Program.library("httpasyncclient-4.1"));
    classPath.addAll(Program.library("httpclient5-5.6"));
    classPath.add(Program.programs());
    classPath.add(
        Path.of(FetchJdk.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    Program.on(Java.running())
        .agent()
        .with("-Xlog:class+load:file=" + log + "::filecount=0")
        .classPath(classPath)
        .with("com.example.fetch.Main")
        .run(arguments);
    try (var lines = Files.lines(log)) {
      return lines
          .flatMap(line -> LOADED.matcher(line).results())
          .map((MatchResult loaded) -> loaded.group(1))
          .toList();
    }
  }
}
