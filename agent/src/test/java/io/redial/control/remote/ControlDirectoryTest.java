package io.redial.control.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may ask a process, and who may not. */
class ControlDirectoryTest {
  private static final String HERE = "pid:[1]";
  private static final String NOBODY = "65534";

  @TempDir private Path parent;
  private TemporaryDirectory directory;
  private long user;
  private Path path;
  private ControlDirectory folder;

  @BeforeEach
  void create() throws IOException {
    directory = TemporaryDirectory.of(parent);
    user = Integer.toUnsignedLong((Integer) Files.getAttribute(parent, "unix:uid"));
    folder = created("17", "4711", HERE);
    path = parent.resolve("redial-17");
  }

  private ProcessIdentity process(String number, String start, String namespace) {
    return new ProcessIdentity(number, user, start, namespace);
  }

  private ControlDirectory created(String number, String start, String namespace)
      throws IOException {
    ProcessIdentity process = process(number, start, namespace);
    ControlDirectory created = ControlDirectory.create(directory, process, process.stamp());
    created.sweepOthers(process);
    return created;
  }

  private ControlDirectory opened() throws IOException {
    return ControlDirectory.open(directory, "redial-17", user);
  }

  private void mode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private void makePipe(Path file) throws Exception {
    Process made = new ProcessBuilder("mkfifo", "-m", "0600", file.toString()).start();
    assertThat(made.waitFor()).isZero();
  }

  private void giveToNobody(Path file) throws IOException {
    assumeTrue(user == 0, "only root can create what belongs to another user");
    Files.setOwner(
        file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY));
  }

  /** The names of the folders of processes, those with a longer name included. */
  private List<String> folders(String number) throws IOException {
    return directory.names(name -> number.equals(ControlDirectory.processOf(name)));
  }

  @Test
  void onlyItsOwnerCanUseIt() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rwx------");
  }

  @Test
  void namesTheServiceThatTheProcessRuns() throws IOException {
    ProcessIdentity other = process("18", "4711", HERE);
    ControlDirectory named =
        ControlDirectory.create(directory, other, other.stamp() + "\norders \u202e");

    assertThat(named.wasCreatedBy(other)).isTrue();
    assertThat(named.wasCreatedBy(process("18", "4712", HERE))).isFalse();
    assertThat(named.service()).isEqualTo("orders \\u202e");
    assertThat(created("19", "4711", HERE).service()).as("none").isEmpty();
  }

  @Test
  void aRequestIsTakenOutAndItsAnswerToo() throws IOException {
    ControlDirectory asking = opened();
    asking.putRequest("a", "status");

    assertThat(folder.requests()).containsExactly("a");
    assertThat(folder.takeRequest("a")).isEqualTo("status");
    assertThat(asking.takeResponse("a")).as("not yet").isNull();
    folder.put("a" + ControlDirectory.RESPONSE, "fine");
    assertThat(asking.takeResponse("a")).isEqualTo("fine");
    assertThat(path).isDirectoryNotContaining("glob:**.{question,answer,unfinished}");
  }

  @Test
  void aFolderThatOthersCanReadIsRefused() throws IOException {
    mode(path, "rwxr-xr-x");

    assertThat(folder.isThere()).isFalse();
    assertThatThrownBy(() -> opened()).isInstanceOf(IOException.class);
  }

  @Test
  void aLinkInItsPlaceIsNotFollowed() throws IOException {
    Path other = Files.createDirectory(parent.resolve("other"));
    mode(other, "rwx------");
    Files.move(path, parent.resolve("aside"));
    Files.createSymbolicLink(path, other);

    assertThat(folder.isThere()).isFalse();
    assertThatThrownBy(() -> opened()).isInstanceOf(IOException.class);
  }

  @Test
  void anotherFolderInItsPlaceIsNotUsed() throws IOException {
    Path aside = Files.move(path, parent.resolve("aside"));
    Files.createDirectory(path);
    mode(path, "rwx------");

    assertThat(folder.isThere()).isFalse();
    assertThat(aside).exists();
  }

  @Test
  void aRequestThatIsALinkIsNotRead() throws IOException {
    Path secret = Files.writeString(parent.resolve("secret"), "cancel\n*");
    Files.createSymbolicLink(path.resolve("a.question"), secret);

    assertThat(folder.takeRequest("a")).isNull();
    assertThat(secret).as("only the link is deleted").exists();
    assertThat(folder.requests()).isEmpty();
  }

  @Test
  void aLongRequestIsNotRead() throws IOException {
    Files.writeString(path.resolve("a.question"), "x".repeat(9_000));

    assertThat(folder.takeRequest("a")).isNull();
    assertThat(folder.requests()).isEmpty();
  }

  @Test
  void anAnswerThatIsALinkIsNotRead() throws IOException {
    Files.createSymbolicLink(
        path.resolve("a.answer"), Files.writeString(parent.resolve("secret"), "x"));

    assertThatThrownBy(() -> folder.takeResponse("a")).isInstanceOf(IOException.class);
  }

  @Test
  void anotherUsersFolderIsRefused() {
    assertThatThrownBy(() -> ControlDirectory.open(directory, "redial-17", user + 1))
        .hasMessageContaining("redial-17 belongs to another user");
  }

  @Test
  void whatAnEndedProcessLeftIsReplaced() throws IOException {
    folder.putRequest("old", "status");

    ControlDirectory next = created("17", "4712", HERE);

    assertThat(next.requests()).isEmpty();
    assertThat(folders("17")).containsExactly("redial-17");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void foldersOfEndedProcessesAreSwept() throws IOException {
    ProcessIdentity self = ProcessIdentity.self();
    String here = self.stamp().substring(self.stamp().indexOf(' ') + 1);
    created("999999999", "1", here);
    created("1", "0", here); // Another process has this number by now.
    Path foreign = parent.resolve("redial-16");
    Files.createDirectory(foreign);
    mode(foreign, "rwx------");
    Files.writeString(foreign.resolve("start"), "not Redial's");

    ControlDirectory own = ControlDirectory.create(directory, self, self.stamp());
    assertThat(folders("1")).as("its own folder comes first").hasSize(1);
    own.sweepOthers(self);

    assertThat(own.isThere()).as("it sweeps others only").isTrue();
    assertThat(folders("999999999")).isEmpty();
    assertThat(folders("1")).isEmpty();
    assertThat(foreign.resolve("start")).as("it does not say whose it is").exists();
    created("18", "1", here);
    assertThat(own.isThere()).as("its process runs").isTrue();
  }

  @Test
  void aProcessElsewhereWithTheSameNumberKeepsItsFolder() throws IOException {
    ControlDirectory second = created("17", "4711", "pid:[2]");

    assertThat(folder.isThere()).isTrue();
    assertThat(second.isThere()).isTrue();
    assertThat(folders("17")).hasSize(2);
    assertThat(folder.wasCreatedBy(process("17", "4711", HERE))).isTrue();
    assertThat(second.wasCreatedBy(process("17", "4711", HERE))).isFalse();
    assertThat(second.wasCreatedBy(process("17", "4711", "pid:[2]"))).isTrue();

    FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
    Files.setLastModifiedTime(path.resolve("start"), old);
    created("18", "1", "pid:[3]");
    assertThat(path).as("a running process says every hour that it is there").doesNotExist();
    assertThat(second.isThere()).isTrue();
  }

  @Test
  void whatAKilledProcessLeftIsNotThatOfALaterOneWithItsNumber() throws IOException {
    ControlDirectory found = opened();
    folder.clean(-1);

    assertThat(found.wasCreatedBy(process("17", "4711", HERE))).isTrue();
    assertThat(found.wasCreatedBy(process("17", "4712", HERE))).isFalse();
    assertThat(found.wasCreatedBy(process("17", "", ""))).as("not Linux").isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessKeepsItsStart() throws IOException {
    ProcessIdentity self = ProcessIdentity.self();
    ProcessIdentity same = ProcessIdentity.of(Path.of("/proc/" + ProcessHandle.current().pid()));

    assertThat(self.stamp()).matches("[0-9]+ pid:\\[[0-9]+]").isEqualTo(same.stamp());
    assertThat(self.user()).isEqualTo(user);
    assertThat(ProcessIdentity.of(Path.of("/proc/1")).matches(self.stamp())).isFalse();
    assertThatThrownBy(() -> ProcessIdentity.of(parent)).isInstanceOf(IOException.class);
  }

  @Test
  void whoseItIsCanBeSaidAgain() throws IOException {
    assertThat(folder.lacksStart()).isFalse();
    Files.delete(path.resolve("start")); // As systemd-tmpfiles does.
    assertThat(folder.lacksStart()).isTrue();

    folder.put(ControlDirectory.START, "4711 " + HERE + "\norders");

    assertThat(opened().wasCreatedBy(process("17", "4711", HERE))).isTrue();
  }

  @Test
  void whatSomebodyElsePutThereFirstIsLeftAlone() throws IOException {
    Path foreign = Files.createDirectory(parent.resolve("redial-18"));
    mode(foreign, "rwxrwxrwx");
    Files.writeString(foreign.resolve("start"), "4711 " + HERE);
    Files.createSymbolicLink(parent.resolve("redial-19"), path);
    Files.writeString(parent.resolve("redial-20"), "x");

    for (String number : List.of("18", "19", "20")) {
      ControlDirectory own = created(number, "4711", "pid:[2]");
      assertThat(folders(number)).hasSize(2).contains("redial-" + number);
      assertThat(own.path().getFileName().toString()).matches("redial-" + number + "-[0-9a-f]+");
      assertThat(own.isThere()).isTrue();
    }
    assertThat(foreign.resolve("start")).exists();
    assertThat(parent.resolve("redial-19")).isSymbolicLink();
    assertThat(parent.resolve("redial-20")).hasContent("x");
    assertThat(path.resolve("start")).exists();
  }

  @ParameterizedTest
  @CsvSource({
    "redial-17, 17",
    "redial-17-0123456789abcdef, 17",
    "redial-,",
    "redial-017,",
    "redial-12345678901,",
    "redial-17-,",
    "redial-17-x,",
    "redial-17.,",
    "aredial-17,",
  })
  void theNameNamesTheProcess(String name, String process) {
    assertThat(ControlDirectory.processOf(name)).isEqualTo(process);
  }

  @Test
  void anotherUsersFolderIsNeitherUsedNorEmptied() throws IOException {
    Path foreign = Files.createDirectory(parent.resolve("redial-18"));
    mode(foreign, "rwx------");
    Path start = Files.writeString(foreign.resolve("start"), "4711 " + HERE);
    giveToNobody(start);
    giveToNobody(foreign);

    ControlDirectory own = created("18", "4711", HERE);

    assertThat(start).exists();
    assertThat(own.path()).isNotEqualTo(foreign);
    assertThatThrownBy(() -> ControlDirectory.open(directory, "redial-18", user))
        .hasMessageContaining("belongs to another user");
  }

  @Test
  void foldersThatAreNotOnesOwnKeepOtherFiles() throws IOException {
    Path kept = Files.writeString(path.resolve("report.txt"), "x");

    folder.clean(-1);
    folder.delete();
    created("17", "4712", HERE);

    assertThat(kept).exists();
  }

  @Test
  void aLinkThatTakesItsPlaceLeadsNoDeletionAstray() throws Exception {
    Path victim = Files.createDirectory(parent.resolve("victim"));
    mode(victim, "rwx------");
    for (int i = 0; i < 3_000; i++) {
      Files.createFile(path.resolve(i + ".question"));
      Files.createFile(victim.resolve(i + ".question"));
    }
    Path aside = parent.resolve("aside");
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> swapper =
        CompletableFuture.runAsync(
            () -> {
              Path link = parent.resolve("link");
              try {
                while (!ended.get()) {
                  Files.createSymbolicLink(link, victim);
                  Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
                  Files.move(link, path, StandardCopyOption.ATOMIC_MOVE);
                  Files.delete(path);
                  Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE);
                }
              } catch (IOException deleted) {
                // The folder has just been deleted.
              }
            });

    for (int i = 0; i == 0 || (i < 50 && folder.isThere()); i++) {
      folder.delete();
    }
    ended.set(true);
    swapper.get();

    assertThat(victim.toFile().list()).hasSize(3_000);
  }

  @Test
  @Timeout(30)
  @EnabledOnOs(OS.LINUX)
  void aPipeBlocksNobody() throws Exception {
    makePipe(path.resolve("a.question"));
    makePipe(path.resolve("b.answer"));
    assertThat(folder.takeRequest("a")).isNull();
    assertThatThrownBy(() -> folder.takeResponse("b")).isInstanceOf(IOException.class);
    try (OpenDirectory inside = OpenDirectory.of(path)) {
      assertThat(inside.read("b.answer", 10, false)).as("even if it is opened").isEmpty();
    }

    makePipe(parent.resolve("redial-18"));
    assertThat(created("18", "1", HERE).isThere()).isTrue();
    assertThatThrownBy(() -> ControlDirectory.open(directory, "redial-18", user))
        .hasMessageContaining("is not a folder");
  }

  @Test
  void aLinkInAnotherRootIsNotFollowed() throws IOException {
    Path root = Files.createDirectory(parent.resolve("root"));
    TemporaryDirectory inside = TemporaryDirectory.inside(root);
    usersAre(Files.readSymbolicLink(Path.of("/proc/self/ns/user")));
    assertThatThrownBy(() -> inside.names(name -> true)).isInstanceOf(NoSuchFileException.class);
    Files.createSymbolicLink(root.resolve("tmp"), parent);

    assertThatThrownBy(() -> inside.names(name -> true)).hasMessageContaining("is a link");
    assertThatThrownBy(() -> ControlDirectory.open(inside, "redial-17", user))
        .isInstanceOf(IOException.class);
  }

  /** Its users may mount any file over what is there. */
  @Test
  void aRootWithUsersOfItsOwnIsNotEntered() throws IOException {
    Path root = Files.createDirectories(parent.resolve("root/tmp")).getParent();
    usersAre(Path.of("user:[1]"));

    assertThatThrownBy(() -> TemporaryDirectory.inside(root).names(name -> true))
        .hasMessageContaining("user namespace of its own");
  }

  private void usersAre(Path namespace) throws IOException {
    Files.createSymbolicLink(
        Files.createDirectory(parent.resolve("ns")).resolve("user"), namespace);
  }

  /** The folder's owner may put another file in the place of a request at any moment. */
  @Test
  void aRequestOfRootsStaysRoots() throws IOException {
    giveToNobody(path);
    ControlDirectory nobodys =
        ControlDirectory.open(directory, "redial-17", Long.parseLong(NOBODY));
    nobodys.putRequest("a", "status");

    Path request = path.resolve("a.question");
    assertThat(Files.getAttribute(request, "unix:uid")).isEqualTo(0);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(request)))
        .isEqualTo("rw-r--r--");
    assertThat(nobodys.takeRequest("a")).isEqualTo("status");
  }

  @Test
  void whatIsSaidOfTheProcessIsReadFromAFileOnly() throws Exception {
    Files.delete(path.resolve("start"));
    makePipe(path.resolve("start"));

    assertThat(folder.wasCreatedBy(process("17", "4711", HERE))).isFalse();
  }

  @Test
  void whatNobodyFetchesIsDeleted() throws IOException {
    folder.put("a" + ControlDirectory.RESPONSE, "fine");

    folder.clean(60_000);
    assertThat(opened().takeResponse("a")).as("young").isEqualTo("fine");

    folder.put("b" + ControlDirectory.RESPONSE, "fine");
    folder.clean(-1);
    assertThat(path).isDirectoryNotContaining("glob:**.{question,answer,unfinished}");
  }

  @Test
  void whatIsTakenWhileItIsLookedAtIsNoFault() throws Exception {
    ControlDirectory asking = opened();
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> asker =
        CompletableFuture.runAsync(
            () -> {
              try {
                for (int i = 0; i < 1_000; i++) {
                  asking.putRequest("q" + i, "status");
                  asking.withdraw("q" + i);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } finally {
                ended.set(true);
              }
            });

    while (!ended.get()) {
      for (String name : folder.requests()) {
        folder.takeRequest(name);
      }
      folder.clean(60_000);
    }
    asker.get();
  }

  @Test
  void itIsGoneWhenItsProcessEnds() {
    folder.delete();

    assertThat(path).doesNotExist();
    assertThatThrownBy(() -> opened()).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void anAnswerPutsNoControlCharactersOnATerminal() {
    List<ControlResponse.Row> rows =
        ControlResponse.parse("ho\u001bst\thost=a\u001b[2J\u009b\u202eb\r");

    assertThat(rows.get(0).kind()).isEqualTo("ho\\u001bst");
    assertThat(rows.get(0).get("host")).isEqualTo("a\\u001b[2J\\u009b\\u202eb\\u000d");
  }

  @Test
  void anAnswerIsReadAsItWasWritten() {
    String response =
        new ControlResponse()
            .row("host")
            .put("host", "http://stock:80")
            .put("retries", "")
            .row("fault")
            .put("message", "a=b\tc\nd")
            .toString();

    List<ControlResponse.Row> rows = ControlResponse.parse(response);

    assertThat(rows).extracting(ControlResponse.Row::kind).containsExactly("host", "fault");
    assertThat(rows.get(0).get("host")).isEqualTo("http://stock:80");
    assertThat(rows.get(0).get("retries")).isEmpty();
    assertThat(rows.get(1).get("message")).isEqualTo("a=b\\u0009c\\u000ad");
  }
}
