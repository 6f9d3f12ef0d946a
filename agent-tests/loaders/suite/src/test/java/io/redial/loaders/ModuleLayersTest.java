package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.fetch.jdk.FetchJdk;
import com.example.fetch.layers.Layers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client, or who uses java.net.http, in a module layer of its own, which comes and goes. */
class ModuleLayersTest extends Served {
  /** How soon, in ms, a client of java.net.http sees that nobody has it any more; else 3 s. */
  private static final String SOON = "-Djdk.internal.httpclient.selectorTimeout=1000";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "one, httpclient-4.5, Fetch4",
    "many, httpclient-4.5, Fetch4",
    "one, httpasyncclient-4.1, Fetch4Async",
    "many, httpasyncclient-4.1, Fetch4Async",
    "one, httpclient5-5.6, Fetch5",
    "many, httpclient5-5.6, Fetch5",
    "one, httpclient5-5.6, Fetch5Async",
    "many, httpclient5-5.6, Fetch5Async"
  })
  void areRetriedIn(String loaders, String library, String fetch) throws Exception {
    List<Path> jars = Program.and(Program.library(library), Program.programs());
    assertRetriedAndCollected(loaders, "com.example.fetch." + fetch, jars);
  }

  @ParameterizedTest
  @CsvSource({"one", "many"})
  void usersOfTheJdksOwnClientAreRetriedIn(String loaders) throws Exception {
    assertRetriedAndCollected(loaders, FetchJdk.class.getName(), List.of(jarOf(FetchJdk.class)));
  }

  private void assertRetriedAndCollected(String loaders, String fetch, List<Path> jars)
      throws Exception {
    List<String> urls = List.of(server.url(0, fetch), server.cutUrl(fetch));
    List<String> arguments = new ArrayList<>(List.of(loaders, fetch));
    arguments.addAll(urls);
    jars.forEach(jar -> arguments.add(jar.toString()));

    Program program =
        Program.on(Java.running())
            .agent("log-level=debug")
            .with(SOON)
            .classPath(List.of(Program.programs(), classes()))
            .with(Layers.class.getName())
            .run(arguments.toArray(new String[0]));

    assertThat(program.out()).as("%s", program).containsExactly(RETRIED, RETRIED, "collected");
    assertThat(urls).allMatch(url -> server.attempts(url) == 3);
    assertNoComplaint(program);
  }

  private static Path classes() throws Exception {
    return Path.of(Layers.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** An automatic module. */
  private Path jarOf(Class<?> type) throws IOException {
    Path jar = folder.resolve("fetching.jar");
    String name = type.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file);
        InputStream bytes = type.getClassLoader().getResourceAsStream(name)) {
      entries.putNextEntry(new JarEntry(name));
      bytes.transferTo(entries);
    }
    return jar;
  }
}
