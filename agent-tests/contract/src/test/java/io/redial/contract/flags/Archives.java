package io.redial.contract.flags;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Launch;
import io.redial.contract.harness.Trial;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Class-data archives, made by a run of the program itself. */
final class Archives {
  private static final String[] ALLOWED = {
    "-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent"
  };

  private Archives() {}

  /** A dynamic archive of a run without the agent. */
  static Launch plain(Launch plain, Trial trial) {
    Path archive = trial.folder().resolve("plain.jsa");
    Launch launch = ofJars(plain, trial);
    trial.run(launch.with("-XX:ArchiveClassesAtExit=" + archive));
    assertThat(archive).isNotEmptyFile();
    return launch.with("-XX:SharedArchiveFile=" + archive);
  }

  /** The JVM makes one under an agent only if it is told that this is a test, and warns of it. */
  static Launch withAgent(Launch plain, Trial trial) {
    Path archive = trial.folder().resolve("agent.jsa");
    Launch launch = ofJars(plain, trial).with(ALLOWED);
    trial.run(launch.with("-XX:ArchiveClassesAtExit=" + archive).agent());
    assertThat(archive).isNotEmptyFile();
    return launch.with("-XX:SharedArchiveFile=" + archive, "-Xlog:disable");
  }

  /** The same where nobody reads what the JVM says of it. */
  static Launch silenced(Launch plain, Trial trial) {
    return plain(plain, trial).with("-Xlog:disable");
  }

  /** The cache of JEP 514, of a run with the agent. */
  static Launch aotCache(Launch plain, Trial trial) {
    Path cache = trial.folder().resolve("cache.aot");
    Launch launch = ofJars(plain, trial);
    trial.run(launch.with("-XX:AOTCacheOutput=" + cache).agent());
    assertThat(cache).isNotEmptyFile();
    return launch.with("-XX:AOTCache=" + cache);
  }

  /** Archives know no folders of classes. */
  private static Launch ofJars(Launch plain, Trial trial) {
    return plain.classPath(
        entry -> Files.isDirectory(entry) ? packed(entry, trial.folder()) : entry);
  }

  private static Path packed(Path classes, Path folder) {
    try {
      Path jar = Files.createTempFile(folder, "classes", ".jar");
      try (Stream<Path> all = Files.walk(classes);
          OutputStream file = Files.newOutputStream(jar);
          JarOutputStream out = new JarOutputStream(file)) {
        List<Path> files = all.filter(Files::isRegularFile).sorted().toList();
        for (Path entry : files) {
          out.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
          Files.copy(entry, out);
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
