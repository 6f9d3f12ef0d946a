package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.RetryEngine;
import io.redial.config.Environment;
import io.redial.config.LiveConfigurations;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Rule 11.4: what exporters of metrics read. */
class HostBeansTest {
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final RetryLog log =
      new RetryLog(
          () -> AttemptListener.NONE, (nanos, task) -> assertThat(nanos).isPositive(), () -> "");
  private final RetryEngine engine =
      RetryEngine.system(LiveConfigurations.load(null, new Environment()), log, () -> true);
  private final Counters counters = log.retries;
  private final HostBeans beans = new HostBeans("Retries", "reason", counters, server, engine);

  private Map<String, Long> shown() throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    for (ObjectName name : server.queryNames(new ObjectName("io.redial:type=Retries,*"), null)) {
      String key = name.getKeyProperty("host") + " " + name.getKeyProperty("reason");
      counts.put(key, (Long) server.getAttribute(name, "Count"));
    }
    return counts;
  }

  @Test
  @Rule("11.4")
  void aBeanNamesItsHostWithoutQuotes() throws Exception {
    counters.count("http://stock:80", "status");
    beans.begin();

    for (ObjectName name : server.queryNames(new ObjectName("io.redial:type=Retries,*"), null)) {
      assertThat(server.getAttribute(name, "Host")).isEqualTo("http://stock:80");
    }
    assertThat(shown()).hasSize(1);
  }

  private void awaitBeans(int count) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> shown().size() == count);
  }

  @Test
  @Rule("11.4")
  void aHostHasABeanForEachReason() throws Exception {
    counters.count("http://stock:80", "retry-after");
    beans.begin();
    counters.count("http://stock:80", "retry-after");
    counters.count("http://stock:80", "status");
    awaitBeans(2);

    assertThat(shown())
        .isEqualTo(
            Map.of(
                "\"http://stock:80\" retry-after", 2L,
                "\"http://stock:80\" status", 1L));
  }

  @Test
  @Rule("11.4")
  void aRouteMayHaveAnyName() throws Exception {
    for (String route : new String[] {"-", "stock", "a,b=\"c\"*"}) {
      log.saved.count("http://stock:80", route);
    }
    new HostBeans("Saved", "route", log.saved, server, engine).begin();

    assertThat(server.queryNames(new ObjectName("io.redial:type=Saved,*"), null))
        .extracting(name -> name.getKeyProperty("route"))
        .containsExactlyInAnyOrder("-", "stock", ObjectName.quote("a,b=\"c\"*"));
  }

  @Test
  @Rule("11.4")
  void tenThousandHostsAreTheTwentyWithMostAndTheOthers() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      for (int j = 0; j < (i < HostBeans.MAX_HOSTS ? 3 : 1); j++) {
        counters.count("http://host" + i + ":80", "retry-after");
      }
    }
    beans.begin();

    Map<String, Long> shown = shown();
    assertThat(shown).hasSize(HostBeans.MAX_HOSTS + 1);
    assertThat(shown).containsEntry("\"http://host0:80\" retry-after", 3L);
    assertThat(shown).containsEntry("other retry-after", 10_000L - HostBeans.MAX_HOSTS);
  }

  @Test
  @Rule("11.4")
  void noSumEverFallsAndNothingIsCountedTwice() throws Exception {
    Map<String, Long> before = shown();
    beans.begin();
    long total = 0;
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < round * HostBeans.MAX_HOSTS; i++) {
        counters.count("http://host" + (i * 7 % 100) + ":80", "status");
        total++;
      }
      int hosts = round;
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> shown().size() == HostBeans.MAX_HOSTS + (hosts > 1 ? 1 : 0));
      Map<String, Long> now = shown();
      for (Map.Entry<String, Long> counted : before.entrySet()) {
        assertThat(now.get(counted.getKey())).isGreaterThanOrEqualTo(counted.getValue());
      }
      assertThat(now.values().stream().mapToLong(count -> count).sum()).isEqualTo(total);
      before = now;
    }
  }

  @Test
  void theBeansSayWhatTheyAre() throws Exception {
    ObjectName name = new ObjectName("io.redial:type=Redial");
    Operator operator = new Operator(engine, log, new Reloading(engine.configuration(), engine));
    DescribedBean.register(server, name, operator, RedialMXBean.class, "HTTP retries.");

    var info = server.getMBeanInfo(name);
    assertThat(info.getAttributes())
        .allSatisfy(a -> assertThat(a.getDescription()).as(a.getName()).endsWith("."));
    assertThat(info.getOperations())
        .allSatisfy(
            o -> {
              assertThat(o.getDescription()).as(o.getName()).endsWith(".");
              for (var parameter : o.getSignature()) {
                assertThat(parameter.getName()).isIn("which", "key", "value", "duration");
              }
            });
  }
}
