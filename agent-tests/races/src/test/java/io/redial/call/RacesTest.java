package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs all races; jcstress fails if it sees an outcome that is forbidden or not foreseen. */
class RacesTest {
  private static final Path FOLDER = Path.of(System.getProperty("races.folder", "target/races"));

  @Test
  void whateverThreadsDoAtOnceACallTakesOneWay() throws Exception {
    Files.createDirectories(FOLDER);
    Path log = FOLDER.resolve("log.txt");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath(),
            "org.openjdk.jcstress.Main",
            "-m",
            "sanity", // One fork for each test and each way of compiling it.
            "-time",
            System.getProperty("races.millis", "50"),
            "-r",
            FOLDER.resolve("report").toString());
    Process process =
        new ProcessBuilder(command)
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int exit = process.waitFor();
    String text = Files.readString(log, StandardCharsets.UTF_8);

    assertThat(exit).as(text).isZero();
    assertThat(text).contains("4 matching test results");
    System.out.println(
        text.lines().filter(line -> line.contains("Results:")).reduce((a, b) -> b).orElse(text));
  }

  /** Of this class, the races, jcstress and what it needs, and the agent. */
  private static String classPath() {
    return Stream.of(
            EndOfWait.class,
            Wait.class,
            org.openjdk.jcstress.Main.class,
            joptsimple.OptionParser.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
