package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.RetryPolicy;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionFilesTest {
  @TempDir private Path folder;
  private final FakeEnvironment environment = new FakeEnvironment();

  private Configuration load(String arguments) {
    return Configuration.load(arguments, environment);
  }

  private static String withoutWhatIsAllowed(ConfigError fault) {
    int allowed = fault.message().indexOf("; allowed");
    return allowed < 0 ? fault.message() : fault.message().substring(0, allowed);
  }

  private static FakeTarget get(String url) {
    return FakeTarget.of("GET", url);
  }

  @Test
  void theArgumentBeatsTheNearerFileWhichBeatsTheOneItExtends() {
    environment
        .file("/etc/redial/partner.properties", "max-retries = 1", "deadline = 1s", "jitter = none")
        .file(
            "/etc/redial/orders.properties",
            "extends = partner.properties            # relative to this file",
            "",
            "max-retries = 2",
            "deadline = 2s");

    Configuration configuration = load("config=/etc/redial/orders.properties,max-retries=3");

    assertThat(configuration.faults()).isEmpty();
    assertThat(configuration.value(Option.MAX_RETRIES)).hasToString("3 (agent argument)");
    assertThat(configuration.value(Option.DEADLINE))
        .hasToString("2s (/etc/redial/orders.properties:4)");
    assertThat(configuration.value(Option.JITTER))
        .hasToString("none (/etc/redial/partner.properties:3)");
    assertThat(configuration.value(Option.BUDGET)).hasToString("20%:2 (default)");
  }

  @Test
  void theServicePicksItsFileInADirectory() {
    environment.file("/etc/redial/orders.properties", "max-retries = 2");

    assertThat(load("config=/etc/redial,service=orders").policyFor(null).maxRetries()).isEqualTo(2);
    environment.variable("OTEL_SERVICE_NAME", "orders");
    assertThat(load("config=/etc/redial").policyFor(null).maxRetries()).isEqualTo(2);
  }

  @Test
  void aFilesServiceIsStrongerThanThatOfOpenTelemetry() {
    environment.variable("OTEL_SERVICE_NAME", "orders");
    environment.file("/etc/redial/orders.properties", "service = stock");
    environment.file("/etc/redial/other.properties", "max-retries = 2");

    assertThat(load("config=/etc/redial/orders.properties").service()).isEqualTo("stock");
    assertThat(load("config=/etc/redial/other.properties").service()).isEqualTo("orders");
    // There, the name that picks the file is the service's.
    assertThat(load("config=/etc/redial").service()).isEqualTo("orders");
  }

  @Test
  void aDirectoryNeedsAServiceThatHasAFile() {
    environment.file("/etc/redial/orders.properties", "max-retries = 2");

    assertThat(load("config=/etc/redial").faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "config is a directory without default.properties, so service (or OTEL_SERVICE_NAME)"
                + " must be set (agent argument)");
    assertThat(load("config=/etc/redial,service=stock").faults())
        .extracting(ConfigError::message)
        .containsExactly("cannot read /etc/redial/stock.properties: no such file (agent argument)");
    assertThat(load("config=/etc/redial,service=../orders").faults())
        .extracting(ConfigError::message)
        .containsExactly("service ../orders is not the name of a file (agent argument)");
  }

  @ParameterizedTest
  @ValueSource(strings = {",service=stock", ",service=shop/stock", ",service=default", ""})
  void whoeverHasNoFileInADirectoryGetsTheDefaultOne(String service) {
    environment
        .file("/etc/redial/orders.properties", "max-retries = 2")
        .file("/etc/redial/default.properties", "max-retries = 4");

    Configuration configuration = load("config=/etc/redial" + service);

    assertThat(configuration.faults()).isEmpty();
    assertThat(configuration.value(Option.MAX_RETRIES))
        .hasToString("4 (/etc/redial/default.properties:1)");
    assertThat(configuration.files()).containsExactly(new File("/etc/redial/default.properties"));
  }

  @Test
  void aServicesOwnFileStandsOnItsOwn() {
    environment
        .file("/etc/redial/orders.properties", "max-retries = 2")
        .file("/etc/redial/default.properties", "max-retries = 4", "deadline = 4s");

    Configuration configuration = load("config=/etc/redial,service=orders");

    assertThat(configuration.value(Option.MAX_RETRIES).text()).isEqualTo("2");
    assertThat(configuration.value(Option.DEADLINE)).hasToString("15s (default)");
    assertThat(configuration.files()).containsExactly(new File("/etc/redial/orders.properties"));
  }

  @Test
  void theDefaultIsNotForAServiceWhoseOwnFileCannotBeRead() {
    environment
        .file("/etc/redial/orders.properties")
        .file("/etc/redial/default.properties", "max-retries = 4");
    environment.unreadable.add("/etc/redial/orders.properties");

    assertThat(load("config=/etc/redial,service=orders").faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "cannot read /etc/redial/orders.properties: permission denied (agent argument)");
  }

  @Test
  void theDefaultMayNameTheServiceAndPicksNoOtherFileByThat() {
    environment
        .file("/etc/redial/orders.properties", "max-retries = 2")
        .file("/etc/redial/default.properties", "service = orders");

    Configuration configuration = load("config=/etc/redial");

    assertThat(configuration.service()).isEqualTo("orders");
    assertThat(configuration.value(Option.MAX_RETRIES).text()).isEqualTo("10");
  }

  @Test
  void aChainMayHaveTwentyFilesAlsoIfItBeginsWithTheDefault() {
    environment.file("/etc/redial/default.properties", "extends = 2.properties");
    for (int i = 2; i < 20; i++) {
      environment.file("/etc/redial/" + i + ".properties", "extends = " + (i + 1) + ".properties");
    }
    environment.file("/etc/redial/20.properties", "max-retries = 20");

    assertThat(load("config=/etc/redial,service=stock").policyFor(null).maxRetries()).isEqualTo(20);
    environment.file("/etc/redial/20.properties", "extends = 21.properties");
    assertThat(load("config=/etc/redial,service=stock").faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "extends forms a chain of more than 20 files (/etc/redial/20.properties:1)");
  }

  @Test
  void reportsAChainThatGoesRoundInACircle() {
    environment
        .file("/etc/a.properties", "extends = b.properties")
        .file("/etc/b.properties", "extends = ../etc/a.properties");

    assertThat(load("config=/etc/a.properties").faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "extends is circular: /etc/../etc/a.properties has been read already"
                + " (/etc/b.properties:1)");
  }

  @Test
  void reportsAnExtendedFileThatIsMissingWhereItIsNamed() {
    environment.file("/etc/a.properties", "max-retries = 2", "extends = b.properties");

    assertThat(load("config=/etc/a.properties").faults())
        .extracting(ConfigError::message)
        .containsExactly("cannot read /etc/b.properties: no such file (/etc/a.properties:2)");
  }

  @Test
  void saysSevenThingsAboutSevenMistakes() {
    environment.file(
        "/etc/orders.properties",
        "max-retrys = 5",
        "deadline = 10",
        "retry-on = retry-after, time-out",
        "backoff = exponental:100ms:10s",
        "rollout = 150%",
        "route.stock.match = stock.internal/**",
        "route.stock.max-retries = -1");

    assertThat(load("config=/etc/orders.properties").faults())
        .extracting(OptionFilesTest::withoutWhatIsAllowed)
        .containsExactly(
            "unknown option max-retrys (/etc/orders.properties:1); did you mean max-retries?",
            "bad value 10 for deadline: a unit is missing (/etc/orders.properties:2)",
            "bad value retry-after, time-out for retry-on: unknown item time-out"
                + " (/etc/orders.properties:3)",
            "bad value exponental:100ms:10s for backoff: unknown backoff exponental"
                + " (/etc/orders.properties:4)",
            "bad value 150% for rollout: more than 100% (/etc/orders.properties:5)",
            "bad value stock.internal/** for route.stock.match: the scheme is missing"
                + " (/etc/orders.properties:6)",
            "bad value -1 for route.stock.max-retries (/etc/orders.properties:7)");
  }

  @Test
  void reportsMistakesInTheFormOfAFile() {
    environment.file(
        "/etc/a.properties",
        "max-retries = 1",
        "max-retries = 2",
        "config = b.properties",
        "route.max-retries = 1",
        "route.stock.log = none",
        "route.stock.max-retrys = 1",
        "route.stock.replay-buffer = 1MiB:1GiB",
        "extends =",
        "jitter = \\u00",
        "log");

    assertThat(load("config=/etc/a.properties").faults())
        .extracting(OptionFilesTest::withoutWhatIsAllowed)
        .containsExactly(
            "max-retries is set twice, first in line 1 (/etc/a.properties:2)",
            "config cannot be set in a file; use extends (/etc/a.properties:3)",
            "route.max-retries is not of the form route.NAME.KEY (/etc/a.properties:4)",
            "route.stock.log: log cannot be set for a route (/etc/a.properties:5)",
            "unknown option route.stock.max-retrys (/etc/a.properties:6);"
                + " did you mean route.stock.max-retries?",
            "bad value 1MiB:1GiB for route.stock.replay-buffer: a route can only set the part for"
                + " each call (/etc/a.properties:7)",
            "empty value for extends (/etc/a.properties:8)",
            "\\u needs four hexadecimal digits (/etc/a.properties:9)",
            "empty value for log (/etc/a.properties:10)",
            "route stock has no route.stock.match (/etc/a.properties:5)");
  }

  @Test
  void reportsWhatIsNotUtf8WithItsLine() {
    environment.files.put(
        "/etc/a.properties", "max-retries=1\n#\u00e4\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(load("config=/etc/a.properties").faults())
        .extracting(ConfigError::message)
        .containsExactly("not UTF-8 (/etc/a.properties:2)");
  }

  @Test
  void theFirstRouteThatMatchesDecidesAndInheritsTheRest() {
    environment.file(
        "/etc/a.properties",
        "max-retries = 5",
        "route.stock.match = GET,PUT https://stock.internal/**",
        "route.stock.max-retries = 2",
        "route.stock.deadline = 5s",
        "route.all.match = https://*.internal/**",
        "route.all.max-retries = 7");
    Configuration configuration = load("config=/etc/a.properties,jitter=none");

    assertThat(configuration.faults()).isEmpty();
    RetryPolicy stock = configuration.policyFor(get("https://stock.internal/items?a=b"));
    assertThat(stock.maxRetries()).isEqualTo(2);
    assertThat(stock.deadlineNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    assertThat(stock.drainBytes()).isEqualTo(16 << 10);
    FakeTarget post = FakeTarget.of("POST", "https://stock.internal/items");
    assertThat(configuration.policyFor(post).maxRetries()).isEqualTo(7);
    assertThat(configuration.policyFor(get("https://example.com/")).maxRetries()).isEqualTo(5);
    assertThat(configuration.routes().get(0).value(Option.JITTER))
        .hasToString("none (agent argument)");
    assertThat(configuration.routes().get(0).value(Option.MAX_RETRIES))
        .hasToString("2 (/etc/a.properties:3)");
  }

  @Test
  void routesOfTheExtendedFileComeLaterAndMergeKeyByKey() {
    environment
        .file(
            "/etc/partner.properties",
            "route.all.match = *://*/**",
            "route.all.max-retries = 1",
            "route.stock.match = https://old.internal/**",
            "route.stock.max-retries = 2",
            "route.stock.deadline = 2s")
        .file(
            "/etc/orders.properties",
            "extends = partner.properties",
            "route.stock.match = https://stock.internal/**",
            "route.stock.max-retries = 3");
    Configuration configuration = load("config=/etc/orders.properties");

    assertThat(configuration.routes()).extracting(Route::name).containsExactly("stock", "all");
    RetryPolicy stock = configuration.policyFor(get("https://stock.internal/"));
    assertThat(stock.maxRetries()).isEqualTo(3);
    assertThat(stock.deadlineNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
  }

  @Test
  void aRouteMayHaveAProfileThatAnySettingBeats() {
    environment.file(
        "/etc/a.properties",
        "deadline = 9s",
        "route.kubernetes.match = https://kubernetes.default.svc/**",
        "route.kubernetes.profile = client-go");
    Route route = load("config=/etc/a.properties").routes().get(0);

    assertThat(route.value(Option.METHODS)).hasToString("GET (profile client-go)");
    assertThat(route.value(Option.DEADLINE)).hasToString("9s (/etc/a.properties:1)");
  }

  @Test
  void aRouteMayBeSwitchedOffOnItsOwn() {
    environment.file(
        "/etc/a.properties", "route.pay.match = https://pay/**", "route.pay.enabled = false");
    LiveConfiguration live = LiveConfigurations.load("config=/etc/a.properties", environment);

    assertThat(live.current().policyFor(get("https://pay/")).enabled()).isFalse();
    assertThat(live.current().policyFor(get("https://other/")).enabled()).isTrue();
    live.set("enabled", "true", null, "JMX");
    assertThat(live.current().policyFor(get("https://pay/")).enabled()).isFalse();
    live.set("enabled", "false", null, "JMX");
    assertThat(live.current().policyFor(get("https://other/")).enabled()).isFalse();
  }

  @Test
  void warnsOfAFileThatEveryUserCanChange() {
    environment
        .file("/etc/redial/a.properties", "extends = b.properties")
        .file("/etc/redial/b.properties", "max-retries = 1");
    environment.writableByAll.add("/etc/redial/b.properties");

    Configuration configuration = load("config=/etc/redial/a.properties");

    assertThat(configuration.faults()).isEmpty();
    assertThat(configuration.notes())
        .singleElement()
        .asString()
        .startsWith("/etc/redial/b.properties can be written by every user");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../shadow", "/etc/shadow"})
  void nothingIsQuotedOfAFileElsewhere(String path) {
    environment
        .file("/etc/redial/a.properties", "extends = " + path, "max-retrys = 7")
        .file(
            path.startsWith("/") ? path : "/etc/redial/" + path,
            "root:$6$hash:19000",
            "root:$6$hash:19000",
            "max-retries = hunter2",
            "max-retries = hunter3",
            "deadline = 77",
            "route.hunter4 = x",
            "route.hunter5.deadline = 1s",
            "route.hunter6.log = hunter7",
            "extends = hunter8");

    assertThat(load("config=/etc/redial/a.properties").faults())
        .hasSizeGreaterThan(8)
        .allSatisfy(
            fault ->
                assertThat(fault.message() + fault.key() + fault.suggestion())
                    .doesNotContain("root", "hash", "hunter", "77")
                    .containsAnyOf("shadow:", "a.properties:2"))
        .anySatisfy(fault -> assertThat(fault.message()).contains("max-retrys (/etc"))
        .anySatisfy(fault -> assertThat(fault.message()).contains("bad value for max-retries (/"))
        .anySatisfy(fault -> assertThat(fault.message()).contains("shadow:4"));
  }

  @Test
  void aMisspelledOptionInAFileElsewhereIsNamed() {
    environment
        .file("/etc/redial/a.properties", "extends = ../common.properties")
        .file("/etc/redial/../common.properties", "deadlin = 77s");

    assertThat(load("config=/etc/redial/a.properties").faults())
        .singleElement()
        .satisfies(
            fault ->
                assertThat(fault.message())
                    .startsWith("unknown option deadlin (")
                    .endsWith("did you mean deadline?")
                    .doesNotContain("77"));
  }

  @Test
  void nothingIsQuotedOfAFileElsewhereThatALinkLeadsTo() throws IOException {
    Path config = Files.createDirectory(folder.resolve("redial"));
    Path secret = Files.writeString(folder.resolve("secret"), "hunter2 = hunter3\n");
    Files.createSymbolicLink(config.resolve("orders.properties"), secret);
    Files.createSymbolicLink(config.resolve("base.properties"), secret);
    Files.writeString(config.resolve("stock.properties"), "extends = base.properties\n");

    assertThat(messages(config.resolve("orders.properties"))).doesNotContain("hunter");
    assertThat(messages(config + ",service=orders")).doesNotContain("hunter");
    assertThat(messages(config + ",service=stock")).doesNotContain("hunter");
  }

  @Test
  void aConfigMapsLinksAreQuoted() throws IOException {
    Path data = Files.createDirectory(folder.resolve("..1"));
    Files.writeString(data.resolve("orders.properties"), "max-retrys = 7\n");
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(
        folder.resolve("orders.properties"), Path.of("..data/orders.properties"));

    assertThat(messages(folder.resolve("orders.properties"))).contains("max-retrys");
  }

  private static String messages(Object config) {
    List<ConfigError> faults = Configuration.load("config=" + config, new Environment()).faults();
    assertThat(faults).isNotEmpty();
    return faults.toString();
  }

  @Test
  void aFileBelowTheSameFolderIsQuoted() {
    environment
        .file("/etc/redial/a.properties", "extends = common/b.properties")
        .file("/etc/redial/common/b.properties", "max-retrys = 7");

    assertThat(load("config=/etc/redial/a.properties").faults())
        .singleElement()
        .satisfies(fault -> assertThat(fault.message()).contains("unknown option max-retrys"));
  }
}
