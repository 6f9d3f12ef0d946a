package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule 2.1 in Tomcat as it is distributed, while one application comes and goes. */
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
@Timeout(600)
class TomcatTest extends Served {

  static Stream<Arguments> tomcats() {
    return Seed.some(
        Stream.of(
            Arguments.of(Java.oldest(), "tomcat-9", War.Servlets.JAVAX),
            Arguments.of(Java.newest(), "tomcat-11", War.Servlets.JAKARTA)),
        TomcatTest.class);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("tomcats")
  void keepsNoneOfItsApplicationsAndWarnsOfNothing(
      Java java, String distribution, War.Servlets servlets, @TempDir Path folder)
      throws Exception {
    Distribution home = Distribution.of(distribution);
    War war = War.build(folder.resolve("shop.war"), servlets, java);
    Redeployment redeployment = new Redeployment(server, war, "ParallelWebappClassLoader");

    String alone;
    try (Tomcat tomcat = Tomcat.start(java, home, folder.resolve("alone"), Redeployment.ALONE)) {
      redeployment.withoutTheAgent(tomcat);
      redeployment.seesApplicationsThatAreKept(tomcat);
      assertThat(tomcat.leaks()).contains("/shop");
      tomcat.process().stop();
      alone = tomcat.process().logs();
    }
    try (Tomcat tomcat = Tomcat.start(java, home, folder.resolve("base"), Redeployment.AGENT)) {
      redeployment.manyTimes(tomcat);
      assertThat(tomcat.leaks()).doesNotContain("/shop");
      redeployment.assertCleanEnd(tomcat, alone);
    }
  }

  /** Tomcat gives the calls two seconds, and says of those that still wait where they are. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("tomcats")
  void keepsNoApplicationThatIsUndeployedWhileItsCallsWait(
      Java java, String distribution, War.Servlets servlets, @TempDir Path folder)
      throws Exception {
    Distribution home = Distribution.of(distribution);
    War war = War.build(folder.resolve("shop.war"), servlets, java);
    Redeployment redeployment = new Redeployment(server, war, "ParallelWebappClassLoader");

    try (Tomcat tomcat = Tomcat.start(java, home, folder.resolve("base"), Redeployment.AGENT)) {
      redeployment.whileCallsWait(tomcat);
      tomcat.process().stop();
      assertThat(ContainerLog.complaintsOfRedial(tomcat.process().logs())).isEmpty();
    }
  }
}
