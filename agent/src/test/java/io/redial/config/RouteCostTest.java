package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.redial.policy.RetryPolicy;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A call is compared with every route before the one that matches; what that costs is bounded. */
class RouteCostTest {
  private static final int ROUTES = 100;

  private static Configuration configuration() {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i < ROUTES; i++) {
      lines.add("route.r" + i + ".match = GET,PUT https://*.internal/**/resource-" + i + "/*");
    }
    lines.add("route.last.match = https://*.internal/**");
    lines.add("route.last.max-retries = 77");
    FakeEnvironment environment = new FakeEnvironment();
    environment.file("/a.properties", lines.toArray(new String[0]));
    return Configuration.load("config=/a.properties", environment);
  }

  @Test
  void findingTheLastOfAHundredRoutesAllocatesNothing() {
    Configuration configuration = configuration();
    assertThat(configuration.routes()).hasSize(ROUTES);
    FakeTarget target = FakeTarget.of("GET", "https://stock.internal/v1/items%20%C3%BC/42?x=%7e");
    RetryPolicy policy = configuration.policyFor(target);
    assertThat(policy.maxRetries()).isEqualTo(77);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    int calls = 1_000;
    int found = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls; i++) {
      found += configuration.policyFor(target) == policy ? 1 : 0;
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(found).isEqualTo(calls);
    // A single object for each call would be 16,000 bytes; asking for the figure costs some itself.
    assertThat(allocated).isLessThan(4_000);
  }

  @Test
  void aProgramThatCallsEverMoreHostsIsRoutedAllTheSame() {
    Configuration configuration = configuration();

    for (int i = 0; i < 3_000; i++) {
      FakeTarget inside = FakeTarget.of("GET", "https://h" + i + ".internal/items");
      FakeTarget outside = FakeTarget.of("GET", "https://h" + i + ".example/items");
      assertThat(configuration.policyFor(inside).maxRetries()).isEqualTo(77);
      assertThat(configuration.policyFor(outside).maxRetries()).isEqualTo(10);
    }
  }
}
