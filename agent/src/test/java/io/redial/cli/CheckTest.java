package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A directory as a whole, one call, and routes that never apply. */
class CheckTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> variables = new HashMap<>();

  @TempDir private Path directory;

  private int check(String... arguments) {
    Environment environment =
        new Environment() {
          @Override
          public Map<String, String> variables() {
            return variables;
          }

          @Override
          public Properties properties() {
            return new Properties();
          }
        };
    String[] all = new String[arguments.length + 1];
    all[0] = "check";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    CommandLine line = Main.commandLine(environment);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return Main.run(line, all);
  }

  private Path file(String name, String... lines) throws IOException {
    Path file = directory.resolve(name);
    return Files.write(file, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private String config() {
    return "config=" + directory;
  }

  private static String line(String key, String value, Object origin) {
    return String.format("  %-18s%-36s%s", key, value, origin);
  }

  private String json() {
    return out.toString().replaceAll("\\s+", "");
  }

  @Test
  void everyFileOfADirectoryIsCheckedInTheOrderOfTheirNames() throws IOException {
    file("stock.properties", "max-retries = 2");
    Path partner = file("partner.properties", "deadlin = 10s", "max-retries = many");
    file("default.properties");
    file("a,b=c.properties", "max-retries = 1");
    file("notes.txt", "max-retrys = 1");
    file(".hidden.properties", "max-retrys = 1");

    assertThat(check(config())).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            "a,b=c.properties: ok",
            "default.properties: ok",
            "partner.properties: 2 errors",
            "stock.properties: ok");
    assertThat(err.toString().lines())
        .containsExactly(
            "redial: unknown option deadlin (" + partner + ":1); did you mean deadline?",
            "redial: bad value many for max-retries ("
                + partner
                + ":2); allowed: a whole number, 0 or more; none for no limit");
  }

  @Test
  void aDirectoryWithoutErrorsEndsWithZero() throws IOException {
    file("orders.properties", "max-retries = 2");

    assertThat(check(config())).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("orders.properties: ok");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anErrorInAFileThatOthersExtendIsPrintedOnceAndCountsForEach() throws IOException {
    file("orders.properties", "extends = partner.properties");
    Path partner = file("partner.properties", "max-retrys = 1");

    assertThat(check(config())).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly("orders.properties: 1 error", "partner.properties: 1 error");
    assertThat(err.toString().lines())
        .containsExactly(
            "redial: unknown option max-retrys (" + partner + ":1); did you mean max-retries?");
  }

  @Test
  void moreErrorsThanAreListedAreNotCounted() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      lines.append("nonsense-").append(i).append(" = 1\n");
    }
    file("orders.properties", lines.toString());

    assertThat(check(config())).isEqualTo(1);
    assertThat(out.toString()).isEqualToIgnoringNewLines("orders.properties: more than 100 errors");
    assertThat(err.toString()).contains("and 50 more errors");
  }

  @Test
  void aNamedServiceMeansItsFileAlone() throws IOException {
    Path orders = file("orders.properties", "max-retries = 2");
    file("stock.properties", "max-retrys = 2");

    assertThat(check(config() + ",service=orders")).isZero();
    variables.put("OTEL_SERVICE_NAME", "orders");
    assertThat(check(config())).isZero();

    assertThat(out.toString()).doesNotContain("orders.properties: ok");
    assertThat(out.toString().lines().filter(line -> line.startsWith("read ")))
        .containsExactly("read " + orders, "read " + orders);
  }

  @Test
  void aServiceThatOnlyTheDefaultNamesDoesNotHideTheOtherFiles() throws IOException {
    file("default.properties", "service = other");
    file("orders.properties", "max-retrys = 2");

    assertThat(check(config())).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly("default.properties: ok", "orders.properties: 1 error");
  }

  @Test
  void onlyTheFileThatIsReadIsNamed() throws IOException {
    Path fallback = file("default.properties", "max-retries = 2");

    assertThat(check(config() + ",service=stock")).isZero();
    assertThat(out.toString().lines().filter(line -> line.startsWith("read ")))
        .containsExactly("read " + fallback);
  }

  @Test
  void aLinkThatLeadsNowhereIsAnErrorEvenIfThereIsADefault() throws IOException {
    file("default.properties");
    Path orders = directory.resolve("orders.properties");
    Files.createSymbolicLink(orders, Path.of("nowhere"));

    assertThat(check(config())).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly("default.properties: ok", "orders.properties: 1 error");
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "redial: cannot read " + orders + ": no such file (agent argument)");
  }

  @Test
  void aDirectoryWithoutFilesIsOneError() throws IOException {
    file("notes.txt");
    String problem = directory + " has no *.properties files (agent argument)";

    assertThat(check(config())).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isEqualToIgnoringNewLines("redial: " + problem);

    assertThat(check(config(), "--json")).isEqualTo(1);
    assertThat(out.toString()).contains("\"message\": \"" + problem + "\"", "\"checks\": []");
  }

  @Test
  void aDirectoryThatCannotBeListedIsOneError() {
    Environment locked =
        new Environment() {
          @Override
          public Map<String, String> variables() {
            return variables;
          }

          @Override
          public String[] list(File file) {
            return null;
          }
        };

    Configuration configuration = Configuration.load(config(), locked);
    Check.OptionsDirectory directory = Check.OptionsDirectory.of(configuration, config(), locked);

    assertThat(directory.problem())
        .isEqualTo("cannot list " + this.directory + " (agent argument)");
    assertThat(directory.read()).isEmpty();
  }

  @Test
  void aDirectoryIsPrintedAsJson() throws IOException {
    Path orders = file("orders.properties", "extends = stock.properties", "max-retries = 5");
    Path stock = file("stock.properties", "max-retrys = 2");
    file("default.properties", "deadline = 5s");

    assertThat(check(config(), "--json")).isEqualTo(1);
    assertThat(json())
        .startsWith(
            "{\"directory\":\""
                + directory
                + "\",\"faults\":[],\"checks\":[{\"file\":\"default.properties\",\"faults\":[],")
        .contains("\"service\":{\"value\":\"default\",\"origin\":\"default.properties\"}")
        .contains(
            "{\"file\":\"orders.properties\",\"faults\":[{\"key\":\"max-retrys\",\"origin\":\""
                + stock
                + ":1\"")
        .contains("\"files\":[\"" + orders + "\",\"" + stock + "\"],\"warnings\":[]},")
        .contains("{\"file\":\"stock.properties\",\"faults\":[{");
  }

  private Path withRoutes() throws IOException {
    return file(
        "orders.properties",
        "jitter = none",
        "methods = GET",
        "route.stock.match = GET,PUT https://stock.internal/**",
        "route.stock.max-retries = 2",
        "route.internal.match = https://*.internal/**",
        "route.internal.idempotency-key = none");
  }

  @Test
  void aCallGetsTheOptionsOfTheFirstRouteThatMatches() throws IOException {
    Path orders = withRoutes();

    assertThat(check("--url", "GET https://stock.internal/items?a=b", "config=" + orders)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString().lines())
        .startsWith(
            "read " + orders,
            "GET https://stock.internal/items: route stock",
            line("match", "GET,PUT https://stock.internal/**", orders + ":3"),
            "  idempotent        yes")
        .contains(line("max-retries", "2", orders + ":4"))
        .contains(line("jitter", "none", orders + ":1"))
        .contains(line("deadline", "15s", "default"))
        .noneMatch(line -> line.contains("route internal") || line.contains("log-level"));
  }

  @Test
  void aCallWithoutARouteGetsTheGeneralOptions() throws IOException {
    Path orders = withRoutes();

    assertThat(check("config=" + orders + ",max-retries=7", "--url=https://example.com")).isZero();
    assertThat(out.toString().lines())
        .contains("GET https://example.com/: no route")
        .contains(line("max-retries", "7", "agent argument"))
        .noneMatch(line -> line.startsWith("  match "));
  }

  @Test
  void whetherACallIsIdempotentDependsOnItsRoute() throws IOException {
    String options = "config=" + withRoutes();

    check(options, "--url", "POST https://example.com/");
    check(options, "--url", "POST https://other.internal/");

    assertThat(out.toString().lines().filter(line -> line.startsWith("  idempotent ")))
        .containsExactly(
            "  idempotent        only with the header Idempotency-Key", "  idempotent        no");
  }

  @Test
  void aCallIsPrintedAsJson() throws IOException {
    Path orders = withRoutes();

    assertThat(check("--json", "config=" + orders, "--url", "PUT https://stock.internal")).isZero();
    assertThat(json())
        .contains(
            "\"warnings\":[],\"call\":{\"method\":\"PUT\",\"url\":\"https://stock.internal/\","
                + "\"route\":\"stock\",\"match\":{\"value\":\"GET,PUThttps://stock.internal/**\","
                + "\"origin\":\""
                + orders
                + ":3\"},\"idempotent\":false,\"options\":{\"enabled\":{")
        .contains("\"max-retries\":{\"value\":\"2\",\"origin\":\"" + orders + ":4\"}")
        .doesNotContain("\"routes\"", "log-level");
  }

  @Test
  void aCallIsShownForEachFileOfADirectory() throws IOException {
    withRoutes();
    file("default.properties", "max-retries = 4");
    file("stock.properties", "max-retrys = 4");

    assertThat(check(config(), "--url", "https://stock.internal/")).isEqualTo(1);
    assertThat(out.toString().lines())
        .startsWith("default.properties: ok", "GET https://stock.internal/: no route")
        .containsSubsequence(
            "",
            "orders.properties: ok",
            "GET https://stock.internal/: route stock",
            "",
            "stock.properties: 1 error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "stock.internal/items", "get https://h/", "GET https://h:0/", "GET"})
  void aBadRequestIsBadUsage(String request) {
    assertThat(check("--url", request)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines().findFirst().orElseThrow())
        .startsWith(
            "--url takes a request such as 'GET https://stock.internal/items', not " + request);
  }

  @Test
  void aRouteThatNeverAppliesIsAWarning() throws IOException {
    Path partner =
        file(
            "partner.properties",
            "route.items.match = GET https://stock.internal/items/*",
            "route.pay.match = https://pay.internal/**");
    Path orders =
        file(
            "orders.properties",
            "extends = partner.properties",
            "route.stock.match = GET,PUT https://stock.internal/**");
    String message =
        "route items ("
            + partner
            + ":1) never applies: route stock ("
            + orders
            + ":2) comes first and matches all its calls";

    assertThat(check("config=" + orders)).isZero();
    assertThat(err.toString()).isEqualToIgnoringNewLines("redial: warning: " + message);

    out.getBuffer().setLength(0);
    assertThat(check("config=" + orders, "--json")).isZero();
    assertThat(json())
        .contains(
            ("\"warnings\":[{\"route\":\"items\",\"origin\":\""
                    + partner
                    + ":1\",\"shadowedBy\":\"stock\",\"message\":\""
                    + message
                    + "\"}],\"routes\":[")
                .replace(" ", ""));
  }

  @Test
  void aWarningDoesNotMakeADirectoryBad() throws IOException {
    file(
        "orders.properties",
        "route.all.match = *://*:*/**",
        "route.\\u001b[2J.match = https://stock.internal/**");

    assertThat(check(config())).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("orders.properties: ok");
    assertThat(err.toString())
        .contains("redial: warning: route \\u001b[2J (")
        .contains("route all");
  }

  @Test
  void routesThatOnlyOverlapAreNoWarning() throws IOException {
    file(
        "orders.properties",
        "route.reads.match = GET https://stock.internal/**",
        "route.items.match = https://stock.internal/items/**");

    assertThat(check(config())).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aResumeThatOtherOptionsPreventIsAWarning() throws IOException {
    file(
        "orders.properties",
        "resume = range",
        "retry-on = retry-after",
        "route.files.match = https://files.internal/**",
        "route.files.retry-on = retry-after+connection-error",
        "route.files.methods = HEAD",
        "route.logs.match = https://logs.internal/**",
        "route.logs.retry-on = connection-error",
        "route.other.match = https://other.internal/**");

    assertThat(check(config())).isZero();
    assertThat(err.toString().lines())
        .hasSize(2)
        .anyMatch(
            line -> line.endsWith(":1) has no effect, because retry-on has no connection-error"))
        .anyMatch(line -> line.contains("warning: route files: resume=range ("))
        .anyMatch(line -> line.endsWith(":1) has no effect, because methods has no GET"));

    out.getBuffer().setLength(0);
    assertThat(check(config(), "--json")).isZero();
    assertThat(out.toString()).contains("\"route\": \"files\"", "because methods has no GET");
  }

  @Test
  void whatCheckCannotKnowIsAWarning() throws IOException {
    file(
        "orders.properties",
        "log = file:/no/such/folder/redial.log",
        "backoff = fixed:1s+com.example.Mine",
        "methods = GET+GETT",
        "route.items.match = GET,FETCH https://stock.internal/**",
        "route.items.backoff = java.lang.String",
        "route.items.deadline = 2s");

    assertThat(check(config())).isZero();
    assertThat(err.toString().lines())
        .hasSize(5)
        .allMatch(line -> line.startsWith("redial: warning: "))
        .anyMatch(line -> line.endsWith(":1): there is no folder /no/such/folder on this machine"))
        .anyMatch(line -> line.contains("com.example.Mine is not on the class path"))
        .anyMatch(line -> line.endsWith(":3): GETT is an unusual method"))
        .anyMatch(line -> line.endsWith(":4): FETCH is an unusual method"))
        .anyMatch(line -> line.endsWith(":5): java.lang.String is not a BackoffFactory"));

    assertThat(check(config(), "--json")).isZero();
    assertThat(out.toString()).contains("GETT is an unusual method", "\"route\": \"items\"");
  }

  @Test
  void aListOfStatusesSaysWhatItDropsOfTheDefault() {
    assertThat(check("retry-on=503")).isZero();
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "redial: warning: retry-on=503 (agent argument): without the default's retry-after,"
                + " connection-error, connect-failure");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry-on=retry-after+connection-error+connect-failure+503",
        "retry-on=retry-after",
        "profile=resilient",
        "methods=GET+PATCH+PROPFIND,backoff=none",
        "log=file:/redial.log"
      })
  void whatIsCertainIsNoWarning(String options) {
    assertThat(check(options)).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1xx", "200", "2xx", "301", "3xx"})
  void aStatusThatIsNoFailureIsAnError(String status) {
    assertThat(check("retry-on=retry-after+" + status)).isEqualTo(1);
    assertThat(err.toString()).contains(status + " is no failure");
  }

  @Test
  void aValueWithASpaceIsToBeQuoted() {
    assertThat(check("max-retries=3,log=file:/var/log/my", "app.log")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "redial: what is app.log? If a value contains a space, quote it:"
                + " 'max-retries=3,log=file:/var/log/my app.log'");

    err.getBuffer().setLength(0);
    assertThat(check("max-retries=3", "--jsn")).isEqualTo(2);
    assertThat(err.toString()).contains("--jsn").doesNotContain("quote");
  }

  @Test
  void aFileThatCannotBeReachedSaysWhy() throws IOException {
    Path file = file("orders.properties", "max-retries = 1");

    assertThat(check("config=" + file + "/more.properties")).isEqualTo(1);
    assertThat(err.toString()).contains(file + " is not a directory");

    Path locked = Files.createDirectory(directory.resolve("locked"));
    Files.write(locked.resolve("a.properties"), new byte[0]);
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(locked), "root reads every directory");
    assertThat(check("config=" + locked + "/a.properties")).isEqualTo(1);
    assertThat(err.toString()).contains("permission denied").doesNotContain("no such file");
  }
}
