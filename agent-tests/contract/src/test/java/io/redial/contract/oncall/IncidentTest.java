package io.redial.contract.oncall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Launch;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls wait, and somebody lists them, sends one now and cancels the other: on Java 8 to 25, from
 * an image without {@code jdk.attach} and {@code java.management}, and into a container.
 */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class IncidentTest {
  private static final String OPTIONS = "deadline=none,jitter=none";
  private static final String NOBODY = "65534";

  /** All that the agent needs of the JDK, and all that the JDK's own client needs. */
  private static final String LEAST = "java.base,java.instrument,java.net.http";

  @TempDir private Path folder;

  static Stream<Jdk> jdks() {
    return Stream.of(8, 17, 25).flatMap(version -> Jdks.version(version).stream());
  }

  private static ClientUnderTest client(Jdk jdk) {
    return ClientUnderTest.ALL.stream()
        .filter(client -> client.isSliced() && client.oldest() <= jdk.feature())
        .findFirst()
        .orElseGet(() -> abort("no chosen client runs on " + jdk));
  }

  private static Launch launch(Jdk jdk) {
    return Launch.on(jdk, List.of(client(jdk)));
  }

  /** The program waits, goes on, waits, and goes on, as it is told. */
  private static void goThroughAnIncident(Launch launch, ClientUnderTest client, CommandLine redial)
      throws Exception {
    try (FaultServer server = new FaultServer()) {
      server.plays(
          Answer.unavailable("600"), Answer.ok("up"), Answer.unavailable("600"), Answer.ok("up"));
      Launch attached = launch.with(AgentJar.option(OPTIONS));
      Service service = Service.start(attached, client, server);
      String pid = Long.toString(service.pid());
      Eventually.until(() -> redial.run("waiting", pid).out().contains("/hinted"));

      Program waiting = redial.run("waiting", pid);
      assertThat(waiting.out().lines().skip(1).toList())
          .as("%s", waiting)
          .singleElement()
          .asString()
          .matches("1 +\\d+m \\d+s +1 +retry-after +- +PUT " + server.url("/hinted"));
      assertThat(redial.run("ps").out()).containsPattern("(?m)^" + pid + " ");
      Program sent = redial.run("retry-now", pid, "1");
      assertThat(sent.out()).as("%s", sent).isEqualToIgnoringNewLines("1 wait sent now");
      Eventually.until(() -> redial.run("waiting", pid).out().contains("/reset"));
      Program cancelled = redial.run("cancel", pid, "--all");
      assertThat(cancelled.out()).as("%s", cancelled).isEqualToIgnoringNewLines("1 wait cancelled");

      Program ended = service.end().get(60, TimeUnit.SECONDS);
      assertThat(ended.out().lines())
          .as("%s", ended)
          .containsExactly(
              client.adapter() + "/hinted 200 up",
              client.adapter() + "/reset 503 not now",
              client.adapter() + "/healthy 200 up");
      assertThat(ended.err())
          .contains("1 wait (call 1) sent now by an operator", "200 after 2 attempts in")
          .contains("1 wait (all hosts) cancelled by an operator", "503 after 1 attempt in");
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  @Rule({"11.2", "11.3", "11.5"})
  void onThatJava(Jdk jdk) throws Exception {
    goThroughAnIncident(launch(jdk), client(jdk), CommandLine.by(jdk.program("java")));
  }

  private Path image() {
    Path jlink = Jdks.running().program("jlink");
    assumeTrue(Files.isExecutable(jlink), "this JDK has no jlink");
    Path image = folder.resolve("image");
    Program made =
        Program.run(
            List.of(jlink.toString(), "--add-modules", LEAST, "--output", image.toString()),
            Map.of(),
            Duration.ofMinutes(4));
    assertThat(made.exit()).as("%s", made).isZero();
    return image.resolve("bin/java");
  }

  @Test
  @Rule({"11.2", "11.3"})
  void fromAnImageWithoutManagementAndAttach() throws Exception {
    Path java = image();
    Launch launch = launch(Jdks.running()).by(java);

    goThroughAnIncident(launch, ClientUnderTest.JDK_SYNC, CommandLine.by(java));

    String self = Long.toString(ProcessHandle.current().pid());
    Program attach = CommandLine.by(java).run("attach", self);
    assertThat(attach.exit()).isEqualTo(3);
    assertThat(attach.err()).contains("cannot attach: it lacks jdk.attach").hasLineCount(1);
  }

  @Test
  @Rule({"11.2", "11.3"})
  void intoAContainerOfTheSameMachine() throws Exception {
    Launch container = inItsOwnTmp("", "--pid", "--fork", "--kill-child", "--mount-proc");

    Jdk jdk = Jdks.running();
    goThroughAnIncident(container, client(jdk), CommandLine.by(jdk.program("java")));
  }

  @Test
  @Rule({"11.2", "11.3"})
  void intoAServiceWithATmpOfItsOwn() throws Exception {
    Jdk jdk = Jdks.running();
    goThroughAnIncident(inItsOwnTmp(""), client(jdk), CommandLine.by(jdk.program("java")));
  }

  @Test
  @Rule("11.2")
  void whoeverCannotBeAskedSaysWhy() throws Exception {
    Launch launch = inItsOwnTmp("mount -o remount,ro /tmp && ");
    Jdk jdk = Jdks.running();
    CommandLine redial = CommandLine.by(jdk.program("java"));
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("5"), Answer.ok("up"), Answer.ok("up"), Answer.ok("up"));
      Service service = Service.start(launch.with(AgentJar.option(OPTIONS)), client(jdk), server);
      Program asked = redial.run("status", Long.toString(service.pid()));
      Program ended = service.end().get(60, TimeUnit.SECONDS);

      assertThat(asked.exit()).isEqualTo(3);
      assertThat(asked.err())
          .hasLineCount(1)
          .contains("does not answer: there is no /proc/" + service.pid() + "/root/tmp/redial-")
          .contains("or could not create its folder (its log says so then)");
      assertThat(ended.err().lines().filter(line -> line.contains("command line")))
          .singleElement()
          .asString()
          .contains("info: the command line cannot reach this process: no folder can be created")
          .endsWith("Read-only file system");
    }
  }

  @Test
  @Rule("11.2")
  void aFolderThatIsLostIsCreatedAgain() throws Exception {
    Jdk jdk = Jdks.running();
    CommandLine redial = CommandLine.by(jdk.program("java"));
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("600"), Answer.ok("up"), Answer.ok("up"), Answer.ok("up"));
      Launch attached = launch(jdk).with(AgentJar.option(OPTIONS));
      Service service = Service.start(attached, client(jdk), server);
      String pid = Long.toString(service.pid());
      Eventually.until(() -> redial.run("waiting", pid).out().contains("/hinted"));
      Path own = folders(pid).get(0);
      String start = Files.readString(own.resolve("start"));
      Files.delete(own.resolve("start")); // As systemd-tmpfiles does.
      Eventually.until(() -> Files.exists(own.resolve("start")));

      Path foreign = replaceBySomebodyElse(own, start);
      try {
        Eventually.until(() -> redial.run("waiting", pid).out().contains("/hinted"));
        assertThat(redial.run("ps").out()).containsPattern("(?m)^" + pid + " ");
        assertThat(redial.run("cancel", pid, "--all").exit()).isZero();
        assertThat(service.end().get(60, TimeUnit.SECONDS).exit()).isZero();
        assertThat(foreign.toFile().list()).as("it is not the program's").containsExactly("start");
        assertThat(folders(pid)).containsExactly(foreign);
      } finally {
        Files.delete(foreign.resolve("start"));
        Files.delete(foreign);
      }
    }
  }

  /**
   * Another user's folder with a correct start; where that cannot be had, one that all can read.
   */
  private static Path replaceBySomebodyElse(Path own, String start) throws IOException {
    Path aside = Files.move(own, own.resolveSibling("aside-" + own.getFileName()));
    Path foreign = Files.createDirectory(own);
    Files.writeString(foreign.resolve("start"), start);
    boolean root = Files.getAttribute(foreign, "unix:uid").equals(0);
    Files.setPosixFilePermissions(
        foreign, PosixFilePermissions.fromString(root ? "rwx------" : "rwxr-xr-x"));
    if (root) {
      UserPrincipal nobody =
          own.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY);
      Files.setOwner(foreign.resolve("start"), nobody);
      Files.setOwner(foreign, nobody);
    }
    for (File file : aside.toFile().listFiles()) {
      Files.delete(file.toPath());
    }
    Files.delete(aside);
    return foreign;
  }

  /**
   * A launch with another /tmp, which shows this build if it is in there.
   *
   * @param then what to do with it, for a shell
   * @param namespaces further options of unshare
   */
  private static Launch inItsOwnTmp(String then, String... namespaces) throws Exception {
    Path unshare = Path.of("/usr/bin/unshare");
    assumeTrue(Files.isExecutable(unshare), "no unshare");
    String build = root().toString();
    String mounts = "mount -t tmpfs tmpfs /tmp && ";
    if (build.startsWith("/tmp/")) {
      mounts =
          ("mount --bind '" + build + "' /mnt && " + mounts)
              + ("mkdir -p '" + build + "' && mount --bind /mnt '" + build + "' && ");
    }
    List<String> words = new ArrayList<>(List.of(unshare.toString(), "--mount"));
    words.addAll(List.of(namespaces));
    words.addAll(List.of("/bin/sh", "-c", mounts + then + "exec \"$@\"", "sh"));
    Program probe =
        Program.run(Stream.concat(words.stream(), Stream.of("true")).toList(), Map.of());
    assumeTrue(probe.exit() == 0, "this user may make no namespaces: " + probe.err());
    return launch(Jdks.running()).behind(words.toArray(new String[0]));
  }

  /** The folder of the whole build. */
  private static Path root() {
    Path folder = AgentJar.path().toAbsolutePath().normalize();
    while (!Files.exists(folder.resolve(".ci"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  @Test
  @Rule("11.2")
  void whoeverWaitsForAnAnswerLearnsThatTheProgramHasEnded() throws Exception {
    Jdk jdk = Jdks.running();
    CommandLine redial = CommandLine.by(jdk.program("java"));
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("600"));
      Launch attached = launch(jdk).with(AgentJar.option(OPTIONS));
      Service service = Service.start(attached, client(jdk), server);
      String pid = Long.toString(service.pid());
      Eventually.until(() -> redial.run("waiting", pid).out().contains("/hinted"));
      signal("STOP", pid);
      CompletableFuture<Program> asking =
          CompletableFuture.supplyAsync(() -> redial.run("waiting", pid));
      File folder = folders(pid).get(0).toFile();
      Eventually.until(() -> Stream.of(folder.list()).anyMatch(file -> file.endsWith(".question")));
      signal("KILL", pid);

      Program asked = asking.get(60, TimeUnit.SECONDS);
      assertThat(asked.exit()).isEqualTo(3);
      assertThat(asked.err())
          .isEqualToIgnoringNewLines("redial: process " + pid + " ended before it answered");
      service.end().get(60, TimeUnit.SECONDS);
    }
  }

  /**
   * What has the name of the process's folder. A process of the same number may have left one, and
   * this one then has another name.
   */
  private static List<Path> folders(String pid) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/tmp"))) {
      return all.filter(path -> path.getFileName().toString().matches("redial-" + pid + "(-.*)?"))
          .sorted(Comparator.comparing(IncidentTest::lastChange).reversed())
          .toList();
    }
  }

  private static FileTime lastChange(Path path) {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) { // It was deleted.
      return FileTime.fromMillis(0);
    }
  }

  private static void signal(String name, String pid) {
    Program kill = Program.run(List.of("/bin/kill", "-" + name, pid), Map.of());
    assertThat(kill.exit()).as("%s", kill).isZero();
  }

  @Test
  @Rule("11.2")
  void anotherUserIsRefused() throws Exception {
    Path setpriv = Path.of("/usr/bin/setpriv");
    assumeTrue(Files.isExecutable(setpriv), "no setpriv");
    List<String> nobody =
        List.of(setpriv.toString(), "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    Program probe =
        Program.run(Stream.concat(nobody.stream(), Stream.of("true")).toList(), Map.of());
    assumeTrue(probe.exit() == 0, "this user cannot be another one: " + probe.err());
    Jdk jdk = Jdks.running();
    CommandLine owner = CommandLine.by(jdk.program("java"));
    CommandLine other = new CommandLine(nobody, owner.java(), readable(owner.jar()));
    assumeTrue(other.run("version").exit() == 0, "another user may not run this JDK");

    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("600"), Answer.ok("up"), Answer.ok("up"), Answer.ok("up"));
      Launch attached = launch(jdk).with(AgentJar.option(OPTIONS));
      Service service = Service.start(attached, client(jdk), server);
      String pid = Long.toString(service.pid());
      Eventually.until(() -> owner.run("waiting", pid).out().contains("/hinted"));

      for (String verb : List.of("waiting", "status", "attempts")) {
        Program refused = other.run(verb, pid);
        assertThat(refused.exit()).as("%s", refused).isEqualTo(3);
        assertThat(refused.err())
            .matches("redial: process " + pid + " belongs to \\S+: run this as that user\\R");
      }
      assertThat(other.run("cancel", pid, "--all").exit()).isEqualTo(3);
      assertThat(other.run("ps").out()).doesNotContain(pid + " ");
      assertThat(owner.run("waiting", pid).out()).as("it waits as before").contains("/hinted");

      assertThat(owner.run("retry-now", pid, "--all").exit()).isZero();
      assertThat(service.end().get(60, TimeUnit.SECONDS).exit()).isZero();
    }
  }

  /** Where another user may read it, too. */
  private Path readable(Path jar) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path copy = Files.copy(jar, folder.resolve("redial-agent.jar"));
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
    return copy;
  }
}
