package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.rate.RateLimitSpec;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostStatesTest {
  private final ManualClock clock = new ManualClock();
  private final HostStates hosts = new HostStates(clock);

  @ParameterizedTest
  @CsvSource({"http, h, -1", "http, h, 80", "http, H, -1", "HTTP, h, -1", "HTTP, H, 80", ", h, -1"})
  @Rule("5.5")
  @DisplayName("every spelling of a host leads to one state")
  void everySpellingLeadsToOneState(String scheme, String spelling, int port) {
    HostState host = hosts.get("http", "h", 80, clock.nanos());

    assertThat(hosts.get(scheme, spelling, port, clock.nanos())).isSameAs(host);
    assertThat(hosts.get(scheme, spelling, port, clock.nanos())).isSameAs(host);
    assertThat(host.name()).isEqualTo("http://h:80");
  }

  @Test
  @Rule("5.5")
  @DisplayName("scheme, host and port each make another host")
  void schemePortAndHostMakeAnotherHost() {
    HostState host = hosts.get("http", "h", -1, clock.nanos());

    assertThat(hosts.get("https", "h", -1, clock.nanos())).isNotSameAs(host);
    assertThat(hosts.get("http", "h", 443, clock.nanos())).isNotSameAs(host);
    assertThat(hosts.get("http", "i", -1, clock.nanos())).isNotSameAs(host);
    assertThat(hosts.get("ftp", "h", -1, clock.nanos())).isNotSameAs(host);
    assertThat(hosts.all()).hasSize(5);
  }

  @Test
  void addressesWithAndWithoutBracketsLeadToOneState() {
    assertThat(hosts.get("http", "::1", 81, clock.nanos()))
        .isSameAs(hosts.get("http", "[::1]", 81, clock.nanos()));
  }

  @Test
  void schemesThatAreNotOfHttpHaveHostsToo() {
    assertThat(hosts.get("ftp", "h", 21, clock.nanos()))
        .isSameAs(hosts.get("FTP", "h", 21, clock.nanos()));
  }

  @Test
  void manyPortsOfOneHostAreToldApart() {
    List<HostState> first = new ArrayList<>();
    for (int port = 1; port <= 100; port++) {
      first.add(hosts.get("http", "h", port, clock.nanos()));
    }
    for (int port = 1; port <= 100; port++) {
      assertThat(hosts.get("http", "h", port, clock.nanos())).isSameAs(first.get(port - 1));
    }
  }

  @Test
  @Rule("5.6")
  @DisplayName("at most 10,000 hosts are kept")
  void keepsTenThousandHosts() {
    for (int i = 0; i < 25_000; i++) {
      hosts.get("http", "h" + i, -1, clock.nanos());
      assertThat(hosts.all().size()).isLessThanOrEqualTo(10_000);
    }
    assertThat(hosts.all().size()).isGreaterThan(9_000);
  }

  @Test
  @Rule("5.6")
  @DisplayName("the host that was not used for the longest time leaves")
  void theLeastRecentlyUsedLeaves() {
    HostStates few = new HostStates(clock, 4);
    List<HostState> first = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      first.add(few.get("http", "h" + i, -1, clock.nanos()));
      clock.advanceMillis(10);
    }
    few.get("http", "h0", -1, clock.nanos());
    clock.advanceMillis(10);

    few.get("http", "new", -1, clock.nanos());

    assertThat(few.get("http", "h0", -1, clock.nanos())).isSameAs(first.get(0));
    assertThat(few.get("http", "h2", -1, clock.nanos())).isSameAs(first.get(2));
    assertThat(few.get("http", "h3", -1, clock.nanos())).isSameAs(first.get(3));
    assertThat(few.get("http", "h1", -1, clock.nanos())).isNotSameAs(first.get(1));
  }

  @Test
  @Rule("5.6")
  @DisplayName("a host in use stays however many others come and go")
  void aHostInUseStays() {
    HostState busy = hosts.get("https", "busy", 443, clock.nanos());
    for (int i = 0; i < 50_000; i++) {
      clock.advanceMillis(2);
      hosts.get("http", "h" + i, -1, clock.nanos());
      assertThat(hosts.get("https", "busy", 443, clock.nanos())).isSameAs(busy);
    }
  }

  @Test
  @Rule("5.6")
  void aliasesAreBounded() {
    HostStates few = new HostStates(clock, 4);
    for (int i = 0; i < 1000; i++) {
      few.get("http", i % 2 == 0 ? "h" : "H", i, clock.nanos());
      few.get(
          "http", Integer.toBinaryString(i).replace('0', 'h').replace('1', 'H'), 80, clock.nanos());
      assertThat(few.aliases()).isLessThanOrEqualTo(32);
    }
  }

  @Test
  @Rule("5.6")
  @DisplayName("host names longer than 255 characters share one state")
  void longNamesShareOneState() {
    String longest = "h".repeat(255);
    HostState shared = hosts.get("http", longest + "h", 80, clock.nanos());

    assertThat(shared.name()).isEqualTo("(host names longer than 255 characters)");
    assertThat(hosts.get("https", "i".repeat(20_000), 8443, clock.nanos())).isSameAs(shared);
    assertThat(hosts.get("http", longest + "i", 81, clock.nanos())).isSameAs(shared);
    assertThat(hosts.get("s".repeat(256), "h", 80, clock.nanos())).isSameAs(shared);
    assertThat(hosts.get("http", longest, 80, clock.nanos())).isNotSameAs(shared);
    assertThat(hosts.all()).hasSize(1);
  }

  @Test
  @Rule("5.6")
  @DisplayName("no spelling is remembered that is longer than a host can be")
  void longSpellingsAreNotRemembered() {
    HostState host = hosts.get("http", "h", 80, clock.nanos());
    int before = hosts.aliases();

    assertThat(hosts.get("http", "h".repeat(20_000), 80, clock.nanos())).isNotSameAs(host);
    assertThat(hosts.aliases()).isEqualTo(before);
  }

  @Test
  void nothingThatIsMissingMakesItThrow() {
    assertThat(hosts.get(null, null, -1, clock.nanos()).name()).isEqualTo("http://:80");
    assertThat(hosts.get("x", null, -1, clock.nanos()).name()).isEqualTo("x://");
  }

  @Test
  void policiesThatSetTheSameShareTheState() {
    HostState host = hosts.get("http", "h", -1, clock.nanos());

    assertThat(host.budget(BudgetSpec.of(0.2, 2), false))
        .isSameAs(host.budget(BudgetSpec.of(0.2, 2), false));
    assertThat(host.budget(BudgetSpec.of(0.2, 2), false))
        .isNotSameAs(host.budget(BudgetSpec.of(0.2, 3), false));
    assertThat(host.budget(BudgetSpec.of(0.2, 2), false))
        .isNotSameAs(
            hosts.get("http", "i", -1, clock.nanos()).budget(BudgetSpec.of(0.2, 2), false));
    assertThat(host.rateLimit(RateLimitSpec.bucket(1, 1)))
        .isSameAs(host.rateLimit(RateLimitSpec.bucket(1, 1)))
        .isNotSameAs(host.rateLimit(RateLimitSpec.bucket(2, 1)));
  }

  @Test
  @Rule("4.3")
  @DisplayName("calls to one host share a count, calls to another do not")
  void callsToOneHostShareACount() {
    BackoffSpec spec = BackoffSpec.exponential(Duration.ofMillis(100), Duration.ofSeconds(20));
    HostState one = hosts.get("http", "one", -1, clock.nanos());
    HostState two = hosts.get("http", "two", -1, clock.nanos());
    one.backoff(spec, false).when(one.name());
    clock.advanceMillis(100);

    assertThat(one.backoff(spec, false).when(one.name())).isEqualTo(Duration.ofMillis(200));
    assertThat(two.backoff(spec, false).when(two.name())).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aHealthyCallAllocatesNothing() {
    BudgetSpec budget = BudgetSpec.of(0.2, 2);
    RateLimitSpec limit = RateLimitSpec.bucket(1e6, 1000);
    BackoffSpec backoff = BackoffSpec.exponential(Duration.ofMillis(1), Duration.ofSeconds(1));
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        HostState host = hosts.get("https", "h.example", 8443, clock.nanos());
        host.budget(budget, false).call(clock.nanos());
        host.rateLimit(limit).reserve();
        host.backoff(backoff, false).forget(host.name());
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(100);
  }

  @Test
  @Rule({"5.5", "5.6"})
  @DisplayName("a healthy call waits for nobody who holds a lock")
  void aHealthyCallTakesNoLock() throws Exception {
    HostState host = hosts.get("https", "h.example", 8443, clock.nanos());
    BudgetSpec size = BudgetSpec.of(0.2, 2);
    BackoffSpec spec = BackoffSpec.exponential(Duration.ofMillis(1), Duration.ofSeconds(1));
    RetryBudget budget = host.budget(size, false);
    Backoff<String> backoff = host.backoff(spec, false);
    CompletableFuture<Void> healthy;
    synchronized (hosts) {
      synchronized (budget) {
        synchronized (backoff) {
          healthy =
              CompletableFuture.runAsync(
                  () -> {
                    HostState same = hosts.get("https", "h.example", 8443, clock.nanos());
                    same.budget(size, false).call(clock.nanos());
                    same.backoff(spec, false).forget(same.name());
                  });
          healthy.get(30, TimeUnit.SECONDS);
        }
      }
    }
    assertThat(healthy).isCompleted();
  }

  @Test
  @Rule("5.6")
  void threadsThatAddHostsTogetherKeepToTheBound() throws Exception {
    HostStates few = new HostStates(clock, 64);

    List<Integer> most =
        Together.run(
            8,
            () -> {
              int own = 0;
              for (int i = 0; i < 3000; i++) {
                few.get("https", "h" + i % 500, -1, clock.nanos());
                own = Math.max(own, few.all().size());
              }
              return own;
            });

    assertThat(most).allMatch(size -> size <= 64);
  }

  @Test
  void threadsThatMeetAtOneNewHostGetTheSameState() throws Exception {
    for (int i = 0; i < 200; i++) {
      String host = "h" + i;
      List<HostState> seen = Together.run(4, () -> hosts.get("http", host, -1, clock.nanos()));
      assertThat(seen).allMatch(state -> state == seen.get(0));
    }
  }
}
