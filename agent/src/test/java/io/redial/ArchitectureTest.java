package io.redial;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.TreeSet;

/**
 * Imports point downwards: cli, weave -> client -> body, control -> call -> config -> policy;
 * kernel.
 */
@AnalyzeClasses(packages = "io.redial", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** Its other subclass is in the tests: the time of whole calls. */
  private static final String TIMER = "Timer";

  @ArchTest
  static void noAbstractClassHasOneSubclass(JavaClasses classes) {
    Set<String> halves = new TreeSet<>();
    for (JavaClass type : classes) {
      boolean isAbstract = type.getModifiers().contains(JavaModifier.ABSTRACT);
      if (isAbstract && !type.isInterface() && type.getSubclasses().size() == 1) {
        halves.add(type.getSimpleName());
      }
    }
    halves.remove(TIMER);
    assertThat(halves).isEmpty();
  }

  @ArchTest
  static final ArchRule importsPointDownwards =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("agent")
          .definedBy("io.redial")
          .layer("cli")
          .definedBy("io.redial.cli..")
          .layer("weave")
          .definedBy("io.redial.weave..")
          .layer("client")
          .definedBy("io.redial.client..")
          .layer("control")
          .definedBy("io.redial.control..")
          .layer("body")
          .definedBy("io.redial.body..")
          .layer("call")
          .definedBy("io.redial.call..")
          .layer("kernel")
          .definedBy("io.redial.kernel..")
          .layer("config")
          .definedBy("io.redial.config..")
          .layer("policy")
          .definedBy("io.redial.policy..")
          .whereLayer("agent")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("weave")
          .mayOnlyBeAccessedByLayers("agent")
          .whereLayer("client")
          .mayOnlyBeAccessedByLayers("weave")
          .whereLayer("control")
          .mayOnlyBeAccessedByLayers("weave", "cli")
          .whereLayer("body")
          .mayOnlyBeAccessedByLayers("client")
          .whereLayer("call")
          .mayOnlyBeAccessedByLayers("weave", "client", "control", "body")
          .whereLayer("kernel")
          .mayOnlyBeAccessedByLayers("weave", "client", "control", "call", "body")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("weave", "cli", "client", "control", "call");

  @ArchTest
  static final ArchRule packagesDependInOneDirection =
      slices().matching("io.redial.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule policyImportsNothingOfOurs =
      noClasses()
          .that()
          .resideInAPackage("io.redial.policy..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.redial.config..",
              "io.redial.call..",
              "io.redial.body..",
              "io.redial.client..",
              "io.redial.control..");

  /** What it calls can be what has failed. */
  @ArchTest
  static final ArchRule kernelImportsNothingOfOurs =
      noClasses()
          .that()
          .resideInAPackage("io.redial.kernel..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.redial..").and(not(resideInAPackage("io.redial.kernel.."))));

  @ArchTest
  static final ArchRule policyDoesNothingByItself =
      noClasses()
          .that()
          .resideInAPackage("io.redial.policy..")
          .and()
          .doNotHaveFullyQualifiedName("io.redial.policy.rate.Clock$1")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.Thread")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.net..", "java.nio.channels..", "java.nio.file..");

  /**
   * They cost a start a class load, and a call time that depends on what a server or user wrote.
   */
  @ArchTest
  static final ArchRule noRegularExpressions =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.redial.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.regex..")
          .orShould()
          .callMethod(String.class, "split", String.class)
          .orShould()
          .callMethod(String.class, "split", String.class, int.class)
          .orShould()
          .callMethod(String.class, "matches", String.class)
          .orShould()
          .callMethod(String.class, "replaceAll", String.class, String.class)
          .orShould()
          .callMethod(String.class, "replaceFirst", String.class, String.class);

  @ArchTest
  static final ArchRule onlyWeavingKnowsBytecode =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.redial.weave..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("net.bytebuddy.jar.asm..");

  @ArchTest
  static final ArchRule onlyAdaptersKnowClients =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.redial.client..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.net.http..", "org.apache.http..", "org.apache.hc..");
}
