package io.redial.control.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators and disks do to a log file while the program runs. */
class LogOutputTest {
  @TempDir private Path folder;

  private static void printsUntil(LogOutput output, Path file, String line) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              output.print(line);
              assertThat(file).content().contains(line);
            });
  }

  @Test
  void aFileThatWasRenamedIsMadeAnew() throws IOException {
    Path file = folder.resolve("redial.log");
    LogOutput output = new LogOutput(file.toString());
    output.print("first");
    Path rotated = Files.move(file, folder.resolve("redial.log.1"));

    printsUntil(output, file, "second");

    assertThat(rotated).content().startsWith("first");
    assertThat(file).content().doesNotContain("first");
  }

  @Test
  void aFileThatWasReplacedIsAppendedTo() throws IOException {
    Path file = folder.resolve("redial.log");
    LogOutput output = new LogOutput(file.toString());
    output.print("first");
    Files.move(file, folder.resolve("redial.log.1"));
    Files.writeString(file, "of another program\n");

    printsUntil(output, file, "second");

    assertThat(file).content().startsWith("of another program\n");
  }

  @Test
  void aFolderThatIsMissingAtFirstIsUsedOnceItIsThere() throws IOException {
    Path file = folder.resolve("later").resolve("redial.log");
    LogOutput output = new LogOutput(file.toString());
    output.print("to standard error");
    Files.createDirectory(file.getParent());

    printsUntil(output, file, "to the file");

    assertThat(file).content().doesNotContain("to standard error");
  }

  @Test
  void aNewFileIsReadByItsOwnerAndGroupAlone() throws IOException {
    Path file = folder.resolve("redial.log");

    new LogOutput(file.toString()).print("first");

    assertThat(mode(file)).isIn("rw-r-----", "rw-------"); // Depends on the umask.
  }

  /** As Log4j and Logback do: {@code /var/log/orders.log -> /data/log/orders.log}. */
  @Test
  void aLinkToNoFileYetLeadsToTheNewFile() throws IOException {
    Path behind = folder.resolve("data").resolve("behind.log");
    Path link = Files.createSymbolicLink(folder.resolve("link"), behind);
    LogOutput output = new LogOutput(link.toString());
    output.print("to standard error, because there is no folder yet");
    Files.createDirectory(behind.getParent());

    printsUntil(output, link, "to the file");

    assertThat(link).isSymbolicLink();
    assertThat(mode(behind)).isIn("rw-r-----", "rw-------");
  }

  @Test
  void aFileThatExistsKeepsItsMode() throws IOException {
    Path file = Files.createFile(folder.resolve("redial.log"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    new LogOutput(file.toString()).print("first");

    assertThat(mode(file)).isEqualTo("rw-r--r--");
    assertThat(file).content().contains("first");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aFullDiskIsAnExceptionForEachLineAndNothingElse() {
    assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no /dev/full");
    LogOutput output = new LogOutput("/dev/full");

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> output.print("lost")).isInstanceOf(IOException.class);
    }
  }
}
