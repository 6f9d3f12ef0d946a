package io.redial.control.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who may ask a process, and who may not. */
class MailFolderTest {
  @TempDir private Path parent;
  private Path path;
  private MailFolder folder;

  @BeforeEach
  void create() throws IOException {
    folder = MailFolder.create(parent, "17", "4711");
    path = parent.resolve("redial-17");
  }

  private void mode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  @Test
  void onlyItsOwnerCanUseIt() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rwx------");
  }

  @Test
  void namesTheServiceThatTheProcessRuns() throws IOException {
    MailFolder named = MailFolder.create(parent, "18", "4711\norders \u202e");

    assertThat(named.isOf("4711")).isTrue();
    assertThat(named.isOf("4712")).isFalse();
    assertThat(named.service()).isEqualTo("orders \\u202e");
    assertThat(folder.isOf("4711")).isTrue();
    assertThat(folder.service()).as("none").isEmpty();
  }

  @Test
  void aQuestionIsTakenOutAndItsAnswerToo() throws IOException {
    MailFolder asking = MailFolder.open(path);
    asking.putQuestion("a", "status");

    assertThat(folder.questions()).containsExactly("a");
    assertThat(folder.takeQuestion("a")).isEqualTo("status");
    assertThat(asking.takeAnswer("a")).as("not yet").isNull();
    folder.putAnswer("a", "fine");
    assertThat(asking.takeAnswer("a")).isEqualTo("fine");
    assertThat(path).isDirectoryNotContaining("glob:**.{question,answer,unfinished}");
  }

  @Test
  void aFolderThatOthersCanReadIsRefused() throws IOException {
    mode(path, "rwxr-xr-x");

    assertThat(folder.isIntact()).isFalse();
    assertThatThrownBy(() -> MailFolder.open(path)).isInstanceOf(IOException.class);
  }

  @Test
  void aLinkInItsPlaceIsNotFollowed() throws IOException {
    Path other = Files.createDirectory(parent.resolve("other"));
    mode(other, "rwx------");
    Files.move(path, parent.resolve("aside"));
    Files.createSymbolicLink(path, other);

    assertThat(folder.isIntact()).isFalse();
    assertThatThrownBy(() -> MailFolder.open(path)).isInstanceOf(IOException.class);
  }

  @Test
  void anotherFolderInItsPlaceIsNotUsed() throws IOException {
    Path aside = Files.move(path, parent.resolve("aside"));
    Files.createDirectory(path);
    mode(path, "rwx------");

    assertThat(folder.isIntact()).isFalse();
    assertThat(aside).exists();
  }

  @Test
  void aQuestionThatIsALinkIsNotRead() throws IOException {
    Path secret = Files.writeString(parent.resolve("secret"), "cancel\n*");
    Files.createSymbolicLink(path.resolve("a.question"), secret);

    assertThat(folder.takeQuestion("a")).isNull();
    assertThat(secret).as("only the link is deleted").exists();
    assertThat(folder.questions()).isEmpty();
  }

  @Test
  void aLongQuestionIsNotRead() throws IOException {
    Files.writeString(path.resolve("a.question"), "x".repeat(9_000));

    assertThat(folder.takeQuestion("a")).isNull();
    assertThat(folder.questions()).isEmpty();
  }

  @Test
  void anAnswerThatIsALinkIsNotRead() throws IOException {
    Files.createSymbolicLink(
        path.resolve("a.answer"), Files.writeString(parent.resolve("secret"), "x"));

    assertThatThrownBy(() -> folder.takeAnswer("a")).isInstanceOf(IOException.class);
  }

  @Test
  void whatAnEndedProcessLeftIsReplaced() throws IOException {
    folder.putQuestion("old", "status");

    MailFolder next = MailFolder.create(parent, "17", "4711");

    assertThat(next.questions()).isEmpty();
  }

  @Test
  void whatAKilledProcessLeftIsNotTakenForThatOfALaterOneWithItsNumber() throws IOException {
    MailFolder found = MailFolder.open(path);
    folder.clean(-1);

    assertThat(found.isOf("4711")).isTrue();
    assertThat(found.isOf("4712")).isFalse();
    assertThat(found.isOf("")).as("not Linux").isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessKeepsItsStart() {
    long pid = ProcessHandle.current().pid();
    String start = ProcessStart.of(Path.of("/proc/self"));

    assertThat(start).matches("[0-9]+").isEqualTo(ProcessStart.of(Path.of("/proc/" + pid)));
    assertThat(ProcessStart.of(Path.of("/proc/1"))).isNotEqualTo(start);
    assertThat(ProcessStart.of(parent)).as("no process").isEmpty();
  }

  @Test
  void whatSomebodyElsePutThereFirstIsNotUsed() throws IOException {
    Path mine = Files.createDirectory(parent.resolve("redial-18"));
    Path kept = Files.createDirectory(mine.resolve("not-to-be-deleted"));
    Files.writeString(kept.resolve("file"), "x");

    assertThatThrownBy(() -> MailFolder.create(parent, "18", "")).isInstanceOf(IOException.class);
    assertThat(kept.resolve("file")).exists();
  }

  @Test
  void whatNobodyFetchesIsDeleted() throws IOException {
    folder.putAnswer("a", "fine");

    folder.clean(60_000);
    assertThat(MailFolder.open(path).takeAnswer("a")).as("young").isEqualTo("fine");

    folder.putAnswer("b", "fine");
    folder.clean(-1);
    assertThat(path).isDirectoryNotContaining("glob:**.{question,answer,unfinished}");
  }

  @Test
  void whatIsTakenWhileItIsLookedAtIsNoFault() throws Exception {
    MailFolder asking = MailFolder.open(path);
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> asker =
        CompletableFuture.runAsync(
            () -> {
              try {
                for (int i = 0; i < 1_000; i++) {
                  asking.putQuestion("q" + i, "status");
                  asking.withdraw("q" + i);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } finally {
                ended.set(true);
              }
            });

    while (!ended.get()) {
      for (String name : folder.questions()) {
        folder.takeQuestion(name);
      }
      folder.clean(60_000);
    }
    asker.get();
  }

  @Test
  void itIsGoneWhenItsProcessEnds() {
    folder.delete();

    assertThat(path).doesNotExist();
    assertThatThrownBy(() -> MailFolder.open(path)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void anAnswerIsReadAsItWasWritten() {
    String answer =
        new Answer()
            .row("host")
            .put("host", "http://stock:80")
            .put("retries", "")
            .row("fault")
            .put("message", "a=b\tc\nd")
            .toString();

    List<Answer.Row> rows = Answer.parse(answer);

    assertThat(rows).extracting(Answer.Row::kind).containsExactly("host", "fault");
    assertThat(rows.get(0).get("host")).isEqualTo("http://stock:80");
    assertThat(rows.get(0).get("retries")).isEmpty();
    assertThat(rows.get(1).get("message")).isEqualTo("a=b\\u0009c\\u000ad");
  }
}
