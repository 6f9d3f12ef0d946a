package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

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
    jetty().keepsNoneAndWarnsOfNothing(folder);
  }

  /** Open Liberty waits for them. */
  @Test
  void jettyKeepsNoApplicationThatIsUndeployedWhileItsCallsWait() throws Exception {
    jetty().keepsNoneWhoseCallsWait(folder);
  }

  @Test
  void wildFlyKeepsNoneOfItsApplicationsAndWarnsOfNothing() throws Exception {
    Java java = Java.newest();
    Distribution wildFly = Distribution.of("wildfly");
    Kind kind =
        new Kind(
            redeployment(War.Servlets.JAKARTA, java, "ModuleClassLoader"),
            (base, options) -> WildFly.start(java, wildFly, base, options));
    kind.keepsNoneAndWarnsOfNothing(folder);
  }

  @Test
  void openLibertyKeepsNoneOfItsApplicationsAndWarnsOfNothing() throws Exception {
    Java java = Java.oldest();
    Distribution liberty = Distribution.of("openliberty");
    Kind kind =
        new Kind(
            redeployment(War.Servlets.JAVAX, java, "AppClassLoader"),
            (base, options) -> OpenLiberty.start(java, liberty, "servlet-4.0", base, options));
    kind.keepsNoneAndWarnsOfNothing(folder);
  }

  private Kind jetty() throws Exception {
    Java java = Java.newest();
    Distribution jetty = Distribution.of("jetty");
    return new Kind(
        redeployment(War.Servlets.JAKARTA, java, "WebAppClassLoader"),
        (base, options) -> Jetty.start(java, jetty, base, options));
  }

  private Redeployment redeployment(War.Servlets servlets, Java java, String loader)
      throws Exception {
    War war = War.build(folder.resolve("shop.war"), servlets, java);
    return new Redeployment(server, war, loader);
  }

  private interface Start {
    Container in(Path base, String options) throws Exception;
  }

  private record Kind(Redeployment redeployment, Start start) {

    void keepsNoneAndWarnsOfNothing(Path folder) throws Exception {
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

    void keepsNoneWhoseCallsWait(Path folder) throws Exception {
      try (Container container = start.in(folder.resolve("base"), Redeployment.AGENT)) {
        redeployment.whileCallsWait(container);
        container.process().stop();
        assertThat(ContainerLog.complaintsOfRedial(container.process().logs())).isEmpty();
      }
    }
  }
}
