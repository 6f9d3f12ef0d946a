package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.RetryEngine;
import io.redial.call.SampleCall;
import io.redial.config.Environment;
import io.redial.config.LiveConfigurations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Rule 11.4: how long calls have waited, as exporters of metrics read it. */
class DelayBeansTest {
  private static final String STOCK = "http://stock:80";

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final RetryLog log =
      new RetryLog(
          () -> AttemptListener.NONE, (nanos, task) -> assertThat(nanos).isPositive(), () -> "");
  private final RetryEngine engine =
      RetryEngine.system(LiveConfigurations.load(null, new Environment()), log, () -> true);
  private final HostBeans beans = new HostBeans("RetryDelay", null, log.delays, server, engine);

  private void waited(String host, long micros) {
    log.waited(SampleCall.of(1, host, 1), TimeUnit.MICROSECONDS.toNanos(micros));
  }

  /** Host to count and milliseconds. */
  private Map<String, List<Long>> shown() throws Exception {
    Map<String, List<Long>> shown = new TreeMap<>();
    for (ObjectName name : server.queryNames(new ObjectName("io.redial:type=RetryDelay,*"), null)) {
      shown.put(
          (String) server.getAttribute(name, "Host"),
          List.of(
              (Long) server.getAttribute(name, "Count"),
              (Long) server.getAttribute(name, "TotalMillis")));
    }
    return shown;
  }

  @Test
  @Rule("11.4")
  void eachWaitCounts() throws Exception {
    beans.begin();
    waited(STOCK, 1_000_000);
    waited(STOCK, 250_000);
    waited(STOCK, 500_000);

    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !shown().isEmpty());
    assertThat(shown()).isEqualTo(Map.of(STOCK, List.of(3L, 1_750L)));
  }

  @Test
  @Rule("11.4")
  void waitsOfLessThanAMillisecondAddUp() throws Exception {
    for (int i = 0; i < 10; i++) {
      waited(STOCK, 300);
    }
    beans.begin();

    assertThat(shown()).isEqualTo(Map.of(STOCK, List.of(10L, 3L)));
  }

  @Test
  @Rule("11.4")
  void tenThousandHostsAreTheTwentyThatWaitedLongestAndTheOthers() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      waited("http://host" + i + ":80", i < HostBeans.MAX_HOSTS ? 5_000 : 1_000);
    }
    beans.begin();

    Map<String, List<Long>> shown = shown();
    long others = 10_000L - HostBeans.MAX_HOSTS;
    assertThat(shown).hasSize(HostBeans.MAX_HOSTS + 1);
    assertThat(shown).containsEntry("http://host0:80", List.of(1L, 5L));
    assertThat(shown).containsEntry("other", List.of(others, others));
  }

  @Test
  @Rule("11.4")
  void whatAHostHadAmongTheOthersStaysThere() throws Exception {
    for (int i = 0; i <= HostBeans.MAX_HOSTS; i++) {
      waited("http://host" + i + ":80", 2_000 - i);
    }
    beans.begin();
    Map<String, List<Long>> before = shown();
    waited("http://host" + HostBeans.MAX_HOSTS + ":80", 7_020);

    Map<String, List<Long>> after = shown();
    assertThat(before.get("other")).isEqualTo(List.of(1L, 1L));
    assertThat(after.get("other")).isEqualTo(List.of(2L, 9L));
    after.remove("other");
    before.remove("other");
    assertThat(after).isEqualTo(before);
  }
}
