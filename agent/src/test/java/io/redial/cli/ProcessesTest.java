package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.control.remote.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ps} shows as the command of a program. */
final class ProcessesTest {
  private static final long ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(3);

  @ParameterizedTest
  @CsvSource({
    "java -jar app.jar --port 80, app.jar",
    "java -Xmx1g -cp a:b com.acme.Main x, com.acme.Main",
    "java --add-opens java.base/java.lang=ALL-UNNAMED -jar app.jar, app.jar",
    "java --add-opens=java.base/java.lang=ALL-UNNAMED -jar app.jar, app.jar",
    "java -p mods --add-modules ALL-SYSTEM -m acme/com.acme.Main, acme/com.acme.Main",
    "java --module-path mods --module acme/com.acme.Main, acme/com.acme.Main",
    "java --enable-native-access ALL-UNNAMED com.acme.Main, com.acme.Main",
    "java -jar, ''",
    "java, ''",
  })
  void theCommandIsTheClassTheModuleOrTheJar(String line, String command) {
    assertThat(Processes.command(line.split(" "))).isEqualTo(command);
  }

  /** For example with a lease on the file {@code start}, or a file system of its own. */
  @Test
  @Timeout(60)
  void aUserWhoHoldsUpOneLookHoldsUpNoMore() {
    CountDownLatch never = new CountDownLatch(1);
    List<String> looked = Collections.synchronizedList(new ArrayList<>());
    List<String> warnings = new ArrayList<>();
    List<String> pids =
        IntStream.rangeClosed(1, 600).mapToObj(Integer::toString).collect(Collectors.toList());
    Function<String, Processes.Found> look =
        pid -> {
          if (Integer.parseInt(pid) % 2 == 1) {
            looked.add(pid);
            awaitForEver(never);
          }
          return new Processes.Found(pid, "orders", "", "Orders");
        };

    List<Processes.Found> found =
        Processes.all(
            pids,
            pid -> Integer.parseInt(pid) % 2 == 1 ? "eve" : null,
            look,
            ENOUGH_NANOS,
            warnings::add);

    assertThat(found).hasSize(300).allMatch(one -> Integer.parseInt(one.pid) % 2 == 0);
    assertThat(looked).containsExactly("1");
    assertThat(warnings).singleElement().asString().contains("process 1 is left out");
  }

  private static void awaitForEver(CountDownLatch never) {
    while (true) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // Nor does a file that is being opened care.
      }
    }
  }

  @Test
  void aLookThatFailsInTimeIsNotLate() throws CommandException {
    assertThat(Processes.within(ENOUGH_NANOS, "late", () -> "seen")).isEqualTo("seen");
    assertThatThrownBy(
            () ->
                Processes.within(
                    ENOUGH_NANOS,
                    "late",
                    () -> {
                      throw new CommandException("refused");
                    }))
        .isInstanceOf(CommandException.class)
        .hasMessage("refused");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDirectoryIsListedOnceForAllProcesses(@TempDir Path process) throws IOException {
    Path root = process.resolve("root");
    Path tmp = Files.createDirectories(root.resolve("tmp"));
    Files.createSymbolicLink(
        Files.createDirectory(process.resolve("ns")).resolve("user"),
        Files.readSymbolicLink(Path.of("/proc/self/ns/user")));
    Files.createFile(tmp.resolve("redial-17-ab"));
    TemporaryDirectory directory = TemporaryDirectory.inside(root);
    Map<String, List<String>> listings = new HashMap<>();

    List<String> names = FolderSearch.listing(listings, directory, "a");
    assertThat(FolderSearch.longer("17", names)).containsExactly("redial-17-ab");
    Files.createFile(tmp.resolve("redial-18-ab"));
    Files.createFile(tmp.resolve("redial-18"));
    assertThat(FolderSearch.listing(listings, directory, "a")).as("not again").isSameAs(names);
    assertThat(FolderSearch.longer("18", FolderSearch.listing(listings, directory, "b")))
        .containsExactly("redial-18-ab");
  }

  @Test
  void whatOtherUsersWriteCannotMoveTheCursor() {
    Processes.Found found =
        new Processes.Found("17", "eve\u001b[1m", "s\u001b", "Main\u001b]0;x\u0007\n");

    assertThat(found.owner).isEqualTo("eve\\u001b[1m");
    assertThat(found.service).isEqualTo("s\\u001b");
    assertThat(found.command).isEqualTo("Main\\u001b]0;x\\u0007\\u000a");
    assertThat(new CommandException("a\u001bb\nc")).hasMessage("a\\u001bb\\u000ac");
  }
}
