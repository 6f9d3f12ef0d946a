package io.redial.contract.flags;

import static io.redial.contract.flags.Surroundings.flags;
import static io.redial.contract.flags.Surroundings.named;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.Launch;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that {@link FlagsTest} starts a program under. */
final class AllSurroundings {
  /** All that the agent needs of the JDK, and all that the JDK's own client needs. */
  private static final String LEAST = "java.base,java.instrument,java.net.http";

  /** What Apache's clients load at their start. */
  private static final String APACHE = "java.base,java.instrument,java.naming,jdk.net";

  private static final String NOBODY = "65534";

  static final List<Surroundings> LIST =
      List.of(
          flags(),
          flags("-Xint").inPlainBuilds(),
          flags("-XX:TieredStopAtLevel=1"),
          flags("-XX:+UseZGC"),
          flags("-XX:+UseShenandoahGC"),
          flags("-XX:+UnlockExperimentalVMOptions", "-XX:+UseCompactObjectHeaders").from(24),
          flags("-Xmx64m").inPlainBuilds(),
          flags("-Xshare:off"),
          flags("-XX:-EnableDynamicAgentLoading").from(21),
          flags("-XX:+DisableAttachMechanism"),
          flags("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"),
          flags("--sun-misc-unsafe-memory-access=deny"),
          flags("-Djava.io.tmpdir=/nonexistent").inPlainBuilds(),
          limited(LEAST).clients("jdk-.*").inPlainBuilds(),
          limited(APACHE).clients("apache.*").inPlainBuilds(),
          named("image of jlink's: " + LEAST, AllSurroundings::image).from(9).clients("jdk-.*"),
          named("image of jlink's: " + APACHE, AllSurroundings::apacheImage)
              .from(9)
              .clients("apache.*"),
          named("AppCDS archive, made without the agent", Archives::plain)
              .on(jdk -> jdk.feature() >= 13 && jdk.feature() < 24)
              .inPlainBuilds(),
          named("AppCDS archive, made with the agent", Archives::withAgent)
              .on(jdk -> jdk.feature() >= 13 && jdk.feature() < 24),
          // With any agent these JVMs complain of it on standard output.
          named("AppCDS archive, made without the agent, -Xlog:disable", Archives::silenced)
              .from(24),
          named("-XX:AOTCache, made with the agent", Archives::aotCache).from(25).inPlainBuilds(),
          named("standard error is closed", (plain, trial) -> shell(plain, "exec \"$@\" 2>&-"))
              .inPlainBuilds(),
          named("standard error on a full disk", AllSurroundings::fullDisk),
          named("read-only file system", AllSurroundings::readOnly).inPlainBuilds(),
          named("a user without rights", AllSurroundings::withoutRights));

  private AllSurroundings() {}

  private static Surroundings limited(String modules) {
    return flags("--limit-modules", modules).from(9);
  }

  private static Launch image(Launch plain, Trial trial) {
    return image(plain, trial, LEAST);
  }

  private static Launch apacheImage(Launch plain, Trial trial) {
    return image(plain, trial, APACHE);
  }

  private static Launch image(Launch plain, Trial trial, String modules) {
    Path image = trial.folder().resolve("image");
    Path jlink = plain.java().resolveSibling("jlink");
    assumeTrue(Files.isExecutable(jlink), "this JDK has no jlink");
    Program made =
        Program.run(
            List.of(jlink.toString(), "--add-modules", modules, "--output", image.toString()),
            Map.of(),
            Duration.ofMinutes(4));
    assumeTrue(made.exit() == 0, "this JDK's jlink fails: " + made.out() + made.err());
    return plain.by(image.resolve("bin/java"));
  }

  private static Launch shell(Launch plain, String script) {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
    return plain.behind("/bin/sh", "-c", script, "sh");
  }

  private static Launch fullDisk(Launch plain, Trial trial) {
    assumeTrue(Files.isWritable(Path.of("/dev/full")), "no /dev/full");
    return shell(plain, "exec \"$@\" 2>/dev/full");
  }

  /** In a mount namespace of its own, where nothing that is on a disk can be written. */
  private static Launch readOnly(Launch plain, Trial trial) {
    Path unshare = Path.of("/usr/bin/unshare");
    assumeTrue(Files.isExecutable(unshare), "no unshare");
    String mounts =
        Stream.of("/", "/tmp", "/var/tmp", "/home", "/root", trial.folder().toString())
            .map(at -> "if mountpoint -q " + at + "; then mount -o remount,bind,ro " + at + "; fi;")
            .collect(Collectors.joining(" "));
    String[] wrapper = {unshare.toString(), "-rm", "/bin/sh", "-c", mounts + " exec \"$@\"", "sh"};
    String probe = trial.folder().resolve("probe").toString();
    String[] touch =
        Stream.concat(Stream.of(wrapper), Stream.of("touch", probe)).toArray(String[]::new);
    Program refused = Program.run(List.of(touch), Map.of());
    assumeTrue(refused.err().contains("Read-only"), "no read-only mounts here: " + refused.err());
    return plain.behind(wrapper);
  }

  /** A working folder, a home and a folder for temporary files that are not its own. */
  private static Launch withoutRights(Launch plain, Trial trial) throws Exception {
    Path setpriv = Path.of("/usr/bin/setpriv");
    assumeTrue(Files.isExecutable(setpriv), "no setpriv");
    Path locked = Files.createDirectory(trial.folder().resolve("locked"));
    Files.setPosixFilePermissions(trial.folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
    String[] wrapper = {
      setpriv.toString(),
      "--reuid=" + NOBODY,
      "--regid=" + NOBODY,
      "--clear-groups",
      "/bin/sh",
      "-c",
      "cd " + locked + " && exec \"$@\"",
      "sh"
    };
    return plain.behind(wrapper).with("-Djava.io.tmpdir=" + locked, "-Duser.home=" + locked);
  }
}
