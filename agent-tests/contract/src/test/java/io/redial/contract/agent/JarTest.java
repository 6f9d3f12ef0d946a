package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the jar. */
@Tag("programs")
final class JarTest {
  private static final Path DOCS =
      Path.of(System.getProperty("contract.project.root", "../..")).resolve("docs");

  @Test
  void nothingLiesOutsideTheAgentsOwnPackages() throws IOException {
    try (JarFile jar = new JarFile(AgentJar.path().toFile())) {
      assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("io/redial/") || name.startsWith("META-INF/"))
          .noneMatch(name -> name.startsWith("META-INF/versions/"));
    }
  }

  @Test
  void theCommandLineRunsFromTheJar() throws IOException {
    Program options = commandLine("options");
    Program schedule = commandLine("schedule", "--json", "backoff=fixed:2s,max-retries=2");
    Program unknown = commandLine("chekc");

    assertThat(options.exit()).as(options.err()).isZero();
    assertThat(options.out()).isEqualTo(Files.readString(DOCS.resolve("options.md")));
    assertThat(schedule.exit()).as(schedule.err()).isZero();
    assertThat(schedule.out()).startsWith("{").contains("2000");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("chekc", "check").doesNotContain("\tat ");
  }

  private static Program commandLine(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Jdks.running().program("java").toString());
    command.addAll(List.of("-jar", AgentJar.path().toString()));
    command.addAll(List.of(arguments));
    return Program.run(command, Map.of());
  }

  /** The command line's jar within the jar: an agent needs none of it. */
  @Test
  void theCommandLineLiesInAJarOfItsOwn() throws IOException {
    List<String> names = new ArrayList<>();
    try (JarFile jar = new JarFile(AgentJar.path().toFile());
        var inner =
            new JarInputStream(jar.getInputStream(jar.getEntry("io/redial/command-line.jar")))) {
      for (var entry = inner.getNextJarEntry(); entry != null; entry = inner.getNextJarEntry()) {
        if (entry.getName().endsWith(".class")) {
          names.add(entry.getName());
          // What reads flight recordings is loaded by name, on Java 11 and newer.
          int floor = entry.getName().equals("io/redial/cli/FlightRecordingFile.class") ? 55 : 52;
          assertThat(inner.readNBytes(8)[7]).as(entry.getName()).isLessThanOrEqualTo((byte) floor);
        }
      }
      assertThat(jar.stream().map(ZipEntry::getName))
          .noneMatch(name -> name.contains("picocli") || name.startsWith("io/redial/cli/"));
    }
    assertThat(names)
        .contains("io/redial/cli/Main.class", "picocli/CommandLine.class")
        .allMatch(
            name ->
                name.startsWith("io/redial/cli/")
                    || name.startsWith("picocli/")
                    || name.startsWith("net/bytebuddy/agent/"));
  }

  @Test
  void noClassIsNewerThanItsFloor() throws IOException {
    try (JarFile jar = new JarFile(AgentJar.path().toFile())) {
      List<JarEntry> classes =
          jar.stream().filter(entry -> entry.getName().endsWith(".class")).toList();
      assertThat(classes).isNotEmpty();
      for (JarEntry entry : classes) {
        try (var in = jar.getInputStream(entry)) {
          byte[] head = in.readNBytes(8);
          String name = entry.getName();
          boolean needs11 =
              name.startsWith("io/redial/client/jdk/") || name.startsWith("io/redial/control/jfr/");
          int floor = needs11 ? 55 : 52;
          assertThat(head[7]).as(entry.getName()).isLessThanOrEqualTo((byte) floor);
        }
      }
    }
  }

  @Test
  void theManifestAsksForNoBootClassPath() throws IOException {
    try (JarFile jar = new JarFile(AgentJar.path().toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue("Premain-Class")).isEqualTo("io.redial.RedialAgent");
      assertThat(manifest.getValue("Agent-Class")).isEqualTo("io.redial.RedialAgent");
      assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(manifest.getValue("Boot-Class-Path")).isNull();
      assertThat(manifest.getValue("Implementation-Version")).isNotBlank();
    }
  }

  @Test
  void theManifestNamesNothingOfTheMachineThatBuiltIt() throws IOException {
    try (JarFile jar = new JarFile(AgentJar.path().toFile())) {
      assertThat(jar.getManifest().getMainAttributes().keySet())
          .extracting(Object::toString)
          .doesNotContain("Created-By", "Build-Jdk-Spec", "Build-Jdk", "Built-By", "Java-Version");
    }
  }

  /** The licenses of what is shaded in ask for it. */
  @Test
  void licensesAreInTheJar() throws IOException {
    try (JarFile jar = new JarFile(AgentJar.path().toFile())) {
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
      try (var in = jar.getInputStream(jar.getEntry("META-INF/NOTICE"))) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .contains("picocli", "ASM", "SLF4J");
      }
    }
  }
}
