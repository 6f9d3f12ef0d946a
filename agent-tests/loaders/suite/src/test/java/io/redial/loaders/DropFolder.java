package io.redial.loaders;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A folder that a container looks at for archives that come and go.
 *
 * @param folder watched by the container
 * @param application where the archive's application answers
 */
record DropFolder(Path folder, URI application) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Puts an archive there, and returns when its application answers. */
  URI put(War war) throws IOException {
    Path hidden = folder.resolveSibling(war.file().getFileName() + ".part");
    Files.copy(war.file(), hidden, StandardCopyOption.REPLACE_EXISTING);
    Files.move(hidden, archive(war), StandardCopyOption.ATOMIC_MOVE);
    awaitThat("deployed", this::answers);
    return application;
  }

  /** Takes it away, and returns when its application answers no more. */
  void take(War war) throws IOException {
    Files.delete(archive(war));
    awaitThat("undeployed", () -> !answers());
  }

  /** Returns when the container says so in a file, and asks the application for nothing before. */
  void take(War war, String marker) throws IOException {
    Path said = archive(war).resolveSibling(war.file().getFileName() + marker);
    Files.deleteIfExists(said);
    Files.delete(archive(war));
    awaitThat("undeployed", () -> Files.exists(said) && !answers());
  }

  private Path archive(War war) {
    return folder.resolve(war.file().getFileName().toString());
  }

  private static void awaitThat(String what, BooleanSupplier isSo) {
    await(what).atMost(PATIENCE).until(isSo::getAsBoolean);
  }

  private boolean answers() {
    return Visit.to(War.page(application)).status() == 200;
  }
}
