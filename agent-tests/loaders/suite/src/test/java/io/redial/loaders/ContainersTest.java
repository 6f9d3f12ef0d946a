package io.redial.loaders;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Rule 2.1 in other containers as they are distributed; see the profile containers. */
@Tag("containers")
@Timeout(600)
@Execution(ExecutionMode.SAME_THREAD)
class ContainersTest extends Served {
  @TempDir private Path folder;

  @Test
  void jettyKeepsNoneOfItsApplicationsAndWarnsOfNothing() throws Exception {
    Java java = Java.newest();
    Distribution jetty = Distribution.of("jetty");
    War war = War.build(folder.resolve("shop.war"), War.Servlets.JAKARTA, java);
    keepsNoneAndWarnsOfNothing(
        new Redeployment(server, war, "WebAppClassLoader"),
        (base, options) -> Jetty.start(java, jetty, base, options));
  }

  @Test
  void wildFlyKeepsNoneOfItsApplicationsAndWarnsOfNothing() throws Exception {
    Java java = Java.newest();
    Distribution wildFly = Distribution.of("wildfly");
    War war = War.build(folder.resolve("shop.war"), War.Servlets.JAKARTA, java);
    keepsNoneAndWarnsOfNothing(
        new Redeployment(server, war, "ModuleClassLoader"),
        (base, options) -> WildFly.start(java, wildFly, base, options));
  }

  @Test
  void openLibertyKeepsNoneOfItsApplicationsAndWarnsOfNothing() throws Exception {
    Java java = Java.oldest();
    Distribution liberty = Distribution.of("openliberty");
    War war = War.build(folder.resolve("shop.war"), War.Servlets.JAVAX, java);
    keepsNoneAndWarnsOfNothing(
        new Redeployment(server, war, "AppClassLoader"),
        (base, options) -> OpenLiberty.start(java, liberty, "servlet-4.0", base, options));
  }

  private interface Start {
    Container in(Path base, String options) throws Exception;
  }

  private void keepsNoneAndWarnsOfNothing(Redeployment redeployment, Start start) throws Exception {
    String alone;
    try (Container container = start.in(folder.resolve("alone"), Redeployment.ALONE)) {
      redeployment.withoutTheAgent(container);
      redeployment.seesApplicationsThatAreKept(container);
      container.process().stop();
      alone = container.process().logs();
    }
    try (Container container = start.in(folder.resolve("base"), Redeployment.AGENT)) {
      redeployment.manyTimes(container);
      redeployment.assertCleanEnd(container, alone);
    }
  }
}
