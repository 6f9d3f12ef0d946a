package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rule 11.1 and what options.md says of reloading, on real files. */
class ReloadTest {
  @TempDir private Path directory;
  private Path file;
  private LiveConfiguration live;

  @BeforeEach
  void start() throws IOException {
    file = directory.resolve("orders.properties");
    write(file, "max-retries = 5");
    live = live(file);
  }

  private static LiveConfiguration live(Path file) {
    return LiveConfigurations.load("config=" + file, new Environment());
  }

  private static void write(Path file, String... lines) throws IOException {
    Files.write(file, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** What comes of a change that stands: the first look only notices it. */
  private Reload reload() {
    assertThat(live.reloadIfChanged()).isNull();
    return live.reloadIfChanged();
  }

  private int maxRetries() {
    return live.current().policyFor(null).maxRetries();
  }

  @Test
  void doesNothingAsLongAsNothingChanges() {
    Configuration before = live.current();

    assertThat(before.watchesFiles()).isTrue();
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.current()).isSameAs(before);
  }

  @Test
  void putsAChangeInForceAndSaysWhatItWas() throws IOException {
    write(file, "max-retries = 2", "deadline = none");

    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2, deadline 15s -> none");
    assertThat(maxRetries()).isEqualTo(2);
    assertThat(live.reloadIfChanged()).isNull();
  }

  @Test
  void seesAChangeThatLeavesSizeAndTimeAsTheyWere() throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    write(file, "max-retries = 6");
    Files.setLastModifiedTime(file, time);

    assertThat(reload().change()).isEqualTo("max-retries 5 -> 6");
  }

  @Test
  void seesAFileThatIsReplacedByAnother() throws IOException {
    Path next = directory.resolve("next");
    write(next, "max-retries = 2");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);

    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2");
  }

  /** A ConfigMap's files are links through ..data, which is swapped as a whole. */
  @Test
  void seesALinkOnTheWayThatLeadsElsewhere() throws IOException {
    Path mount = Files.createDirectory(directory.resolve("mount"));
    for (String version : new String[] {"1", "2"}) {
      Path data = Files.createDirectory(mount.resolve(version));
      write(data.resolve("orders.properties"), "max-retries = " + version);
    }
    Path link = Files.createSymbolicLink(mount.resolve("..data"), Path.of("1"));
    Path orders = mount.resolve("orders.properties");
    Files.createSymbolicLink(orders, Path.of("..data", "orders.properties"));
    live = live(orders);
    assertThat(maxRetries()).isEqualTo(1);

    Path swapped = Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of("2"));
    Files.move(swapped, link, StandardCopyOption.REPLACE_EXISTING);

    assertThat(reload().change()).isEqualTo("max-retries 1 -> 2");
  }

  @Test
  void watchesTheFilesThatAreExtended() throws IOException {
    Path partner = directory.resolve("partner.properties");
    write(partner, "jitter = none");
    write(file, "extends = partner.properties");
    live = live(file);

    write(partner, "jitter = equal");

    assertThat(reload().change()).isEqualTo("jitter none -> equal");
  }

  @Test
  void keepsWhatIsInForceIfTheNewFileIsBadAndSaysSoOnce() throws IOException {
    write(file, "max-retries = many", "deadline = 1");

    Reload bad = reload();
    assertThat(bad.faults()).hasSize(2);
    assertThat(bad.change()).isEqualTo("nothing");
    assertThat(maxRetries()).isEqualTo(5);
    assertThat(live.current().policyFor(null).enabled()).isTrue();
    assertThat(live.reloadIfChanged()).isNull();

    write(file, "max-retries = 7");
    assertThat(reload().change()).isEqualTo("max-retries 5 -> 7");
  }

  @Test
  void halfOfAFileThatIsBeingWrittenIsNotPutInForce() throws IOException {
    write(file, "max-retries = 2", "route.payments.match = https://payments.internal/**");
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(maxRetries()).isEqualTo(5);

    write(
        file,
        "max-retries = 2",
        "route.payments.match = https://payments.internal/**",
        "route.payments.enabled = false");
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.current().routes()).isEmpty();

    assertThat(live.reloadIfChanged().change()).contains("route.payments added");
    assertThat(live.current().routes().get(0).policy().enabled()).isFalse();
  }

  @Test
  void aFileAndTheOneThatItExtendsAreTakenTogether() throws IOException {
    Path partner = directory.resolve("partner.properties");
    write(partner, "enabled = false");
    write(file, "extends = partner.properties", "max-retries = 1");
    live = live(file);

    write(partner, "deadline = 5s");
    assertThat(live.reloadIfChanged()).isNull();
    write(file, "extends = partner.properties", "max-retries = 1", "enabled = false");
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.current().policyFor(null).enabled()).isFalse();

    assertThat(live.reloadIfChanged().change()).isEqualTo("deadline 15s -> 5s");
    assertThat(live.current().policyFor(null).enabled()).isFalse();
  }

  @Test
  void aChangeThatIsTakenBackIsNoChange() throws IOException {
    write(file, "max-retries = 2");
    assertThat(live.reloadIfChanged()).isNull();
    write(file, "max-retries = 5");
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.reloadIfChanged()).isNull();

    write(file, "max-retries = 2");
    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2");
  }

  @Test
  void aFileThatIsAwayForLongAndComesBackIsReadAgain() throws IOException {
    Files.delete(file);
    assertThat(reload().faults()).hasSize(1);
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(maxRetries()).isEqualTo(5);

    write(file, "max-retries = 5");
    assertThat(reload().change()).isEqualTo("nothing");
    assertThat(live.reloadIfChanged()).isNull();
  }

  @Test
  void saysOnceThatAFileNeverRests() throws IOException {
    int said = 0;
    for (int look = 1; look <= 30; look++) {
      write(file, "max-retries = 2", "# written for the " + look + "th time");
      Reload reload = live.reloadIfChanged();
      if (reload != null) {
        said++;
        assertThat(reload.faults().get(0).message())
            .isEqualTo(
                file
                    + " has changed at each of 10 checks, and takes effect only when two checks in a"
                    + " row agree; replace files by renaming (agent argument)");
      }
    }
    assertThat(said).isEqualTo(1);
    assertThat(maxRetries()).isEqualTo(5);

    assertThat(live.reloadIfChanged().change()).isEqualTo("max-retries 5 -> 2");
  }

  @Test
  void givesAFileThatIsBeingWrittenOneLookMore() throws IOException {
    write(file);
    Files.write(file, new byte[0]);
    assertThat(live.reloadIfChanged()).isNull();
    write(file, "max-retries = 2");
    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2");

    Files.delete(file);
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.reloadIfChanged().faults()).hasSize(1);
    assertThat(maxRetries()).isEqualTo(2);
  }

  @Test
  void goesOnAfterADirectoryOfFilesWasAwayForAWhile() throws IOException {
    Path away = directory.resolveSibling(directory.getFileName() + ".old");
    live = LiveConfigurations.load("service=orders,config=" + directory, new Environment());
    Files.move(directory, away);
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.reloadIfChanged().faults()).hasSize(1);
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(maxRetries()).isEqualTo(5);

    Files.move(away, directory);
    assertThat(reload().change()).isEqualTo("nothing");
    write(file, "max-retries = 5", "enabled = false");
    assertThat(reload().change()).isEqualTo("enabled true -> false");
    assertThat(live.reloadIfChanged()).isNull();
  }

  @Test
  void saysNothingIfADirectoryOfFilesIsAwayAtOneLookOnly() throws IOException {
    Path away = directory.resolveSibling(directory.getFileName() + ".old");
    live = LiveConfigurations.load("service=orders,config=" + directory, new Environment());
    Files.move(directory, away);
    assertThat(live.reloadIfChanged()).isNull();
    Files.move(away, directory);
    assertThat(live.reloadIfChanged()).isNull();

    write(file, "max-retries = 2");
    assertThat(reload().change()).isEqualTo("max-retries 5 -> 2");
  }

  @Test
  void goesOnAfterADirectoryStoodInTheFilesPlace() throws IOException {
    for (int looks = 1; looks <= 3; looks++) {
      Files.delete(file);
      Files.createDirectory(file);
      for (int i = 1; i <= looks; i++) {
        Reload reload = live.reloadIfChanged();
        assertThat(reload != null).isEqualTo(i == 2);
      }
      Files.delete(file);
      write(file, "max-retries = " + (5 + looks));
      assertThat(reload().change()).isEqualTo("max-retries " + (4 + looks) + " -> " + (5 + looks));
    }
  }

  @Test
  void takesADirectoryOfFilesThatComesAfterTheStart() throws IOException {
    Path later = directory.resolve("later");
    live = LiveConfigurations.load("service=orders,config=" + later, new Environment());
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.current().policyFor(null).enabled()).isFalse();

    Files.createDirectory(later);
    assertThat(live.reloadIfChanged()).isNull();
    write(later.resolve("orders.properties"), "max-retries = 2");

    assertThat(reload().change()).contains("Redial is on");
    assertThat(live.current().policyFor(null).enabled()).isTrue();
    assertThat(maxRetries()).isEqualTo(2);
  }

  private static LiveConfiguration liveIn(Path directory, String service) {
    return LiveConfigurations.load(
        "service=" + service + ",config=" + directory, new Environment());
  }

  @Test
  void aServicesOwnFileTakesOverFromTheDefaultAndGivesWayToIt() throws IOException {
    write(directory.resolve("default.properties"), "max-retries = 1");
    live = liveIn(directory, "stock");
    assertThat(maxRetries()).isEqualTo(1);
    assertThat(live.reloadIfChanged()).isNull();

    Path own = directory.resolve("stock.properties");
    write(own, "max-retries = 2");
    assertThat(reload().change()).isEqualTo("max-retries 1 -> 2");

    write(directory.resolve("default.properties"), "max-retries = 3");
    assertThat(live.reloadIfChanged()).isNull();
    assertThat(live.reloadIfChanged()).isNull();

    Files.delete(own);
    assertThat(reload().change()).isEqualTo("max-retries 2 -> 3");
  }

  @Test
  void aServicesOwnFileThatLeadsNowhereIsReportedAndTheDefaultHolds() throws IOException {
    write(directory.resolve("default.properties"), "max-retries = 1");
    live = liveIn(directory, "stock");

    Path own = directory.resolve("stock.properties");
    Files.createSymbolicLink(own, Path.of("nowhere"));

    assertThat(reload().faults())
        .extracting(ConfigError::message)
        .containsExactly("cannot read " + own + ": no such file (agent argument)");
    assertThat(maxRetries()).isEqualTo(1);
  }

  @Test
  void takesADefaultThatComesAfterTheStartOfAServiceWithoutAName() throws IOException {
    Files.delete(file);
    live = LiveConfigurations.load("config=" + directory, new NoVariables());
    assertThat(live.current().policyFor(null).enabled()).isFalse();
    assertThat(live.reloadIfChanged()).isNull();

    write(directory.resolve("default.properties"), "max-retries = 2");

    assertThat(reload().change()).isEqualTo("Redial is on: the options are now valid");
    assertThat(maxRetries()).isEqualTo(2);
  }

  private static final class NoVariables extends Environment {
    @Override
    public Map<String, String> variables() {
      return Collections.emptyMap();
    }
  }

  @Test
  void takesAnEmptyFileSeriouslyTheSecondTime() throws IOException {
    Files.write(file, new byte[0]);

    assertThat(reload().change()).isEqualTo("max-retries 5 -> 10");
  }

  @Test
  void startsToRetryWhenTheFaultsAreGone() throws IOException {
    write(file, "max-retries = many");
    live = live(file);
    assertThat(live.current().policyFor(null).enabled()).isFalse();

    write(file, "max-retries = 10");

    assertThat(reload().change()).isEqualTo("Redial is on: the options are now valid");
    assertThat(live.current().policyFor(null).enabled()).isTrue();
  }

  @Test
  void saysWhatOfAMendedFileIsNotInForce() throws IOException {
    write(file, "max-retries = many", "log-level = debug");
    live = live(file);

    write(file, "max-waiting = 50%:7", "log-level = debug", "replay-buffer = 2MiB:1GiB");

    assertThat(reload().change())
        .isEqualTo(
            "Redial is on: the options are now valid,"
                + " max-waiting 25%:100 -> 50%:7 (takes effect at restart),"
                + " replay-buffer 1MiB:64MiB -> 2MiB:1GiB"
                + " (its second part takes effect at restart)");
    assertThat(live.current().settings().maxWaiting().most()).isEqualTo(100);
  }

  @Test
  void doesNotSayThatRedialIsOnIfTheMendedFileSwitchesItOff() throws IOException {
    write(file, "max-retries = many");
    live = live(file);
    write(file, "enabled = false");

    assertThat(reload().change()).isEqualTo("the options are now valid; Redial is switched off");
    assertThat(live.current().policyFor(null).enabled()).isFalse();
  }

  @Test
  void doesNotSayThatRedialIsOnIfItWasSwitchedOffByHand() throws IOException {
    write(file, "max-retries = many");
    live = live(file);
    live.set("enabled", "false", null, "JMX");
    write(file, "max-retries = 1");

    assertThat(reload().change())
        .isEqualTo(
            "the options are now valid; Redial is switched off; Redial stays off (set by an operator)");
  }

  @Test
  void knowsThatAReplayBufferOfOnePartKeepsTheOther() throws IOException {
    write(file, "max-retries = 5", "replay-buffer = 2MiB");

    assertThat(reload().change()).isEqualTo("replay-buffer 1MiB:64MiB -> 2MiB");
  }

  @Test
  void aSwitchByHandOutlivesAReload() throws IOException {
    live.set("enabled", "false", null, "JMX");
    write(file, "max-retries = 2", "enabled = true");
    assertThat(reload().change())
        .isEqualTo("max-retries 5 -> 2; Redial stays off (set by an operator)");

    assertThat(live.current().policyFor(null).enabled()).isFalse();
    live.set("enabled", "true", null, "JMX");
    assertThat(live.current().policyFor(null).enabled()).isTrue();
    assertThat(maxRetries()).isEqualTo(2);
  }

  @Test
  void leavesWhatIsTheWholeProcesssAsItWasAtTheStart() throws IOException {
    write(file, "max-waiting = 50%:7", "replay-buffer = 1KiB:1MiB", "log = none");

    assertThat(reload().change())
        .isEqualTo(
            "max-retries 5 -> 10, max-waiting 25%:100 -> 50%:7 (takes effect at restart),"
                + " replay-buffer 1MiB:64MiB -> 1KiB:1MiB"
                + " (its second part takes effect at restart),"
                + " log stderr -> none (takes effect at restart)");
    assertThat(live.current().settings().maxWaiting().most()).isEqualTo(100);
    assertThat(live.current().settings().replayBufferBytes()).isEqualTo(64 << 20);
    assertThat(live.current().settings().logsToStandardError()).isTrue();
    assertThat(live.current().policyFor(null).replayBufferBytes()).isEqualTo(1 << 10);
  }

  @Test
  void saysNoMoreThanFitsALine() throws IOException {
    String[] lines = new String[10_000];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = "route.r" + i + ".match = https://h" + i + "/**";
    }
    write(file, lines);

    assertThat(reload().change())
        .startsWith("max-retries 5 -> 10, route.r0 added: https://h0/**")
        .endsWith("route.r48 added: https://h48/**, and 9951 more")
        .hasSizeLessThan(3_000);
  }

  @Test
  void saysWhatChangedOfEachRoute() throws IOException {
    write(
        file,
        "route.a.match = https://a/**",
        "route.a.deadline = 5s",
        "route.b.match = https://b/**",
        "route.c.match = https://c/**");
    reload();
    write(
        file,
        "route.c.match = https://c/**",
        "route.d.match = https://d/**",
        "route.a.match = http://a/**",
        "route.a.max-retries = 1");

    assertThat(reload().change())
        .isEqualTo(
            "route.a.match https://a/** -> http://a/**, route.a.max-retries (inherited) -> 1,"
                + " route.a.deadline 5s -> (inherited), route.b removed,"
                + " route.d added: https://d/**");
    write(
        file,
        "route.a.match = http://a/**",
        "route.a.max-retries = 1",
        "route.c.match = https://c/**",
        "route.d.match = https://d/**");
    assertThat(reload().change()).isEqualTo("order of routes a c d");
  }
}
