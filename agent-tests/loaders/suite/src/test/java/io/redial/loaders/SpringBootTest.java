package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rule 2.1 in an executable jar with the clients as jars inside, by either loader of Spring Boot's.
 */
class SpringBootTest extends Served {

  @ParameterizedTest
  @ValueSource(strings = {"boot/target/boot.jar", "boot/target/boot-classic.jar"})
  void retries(String jar) throws Exception {
    Program program =
        Program.on(Java.running())
            .agent()
            .with("-jar", Program.built(jar).toString())
            .run(fetches("Fetch4", "Fetch4Async", "Fetch5", "Fetch5Async"));

    assertThat(program.out()).containsExactly(RETRIED, RETRIED, RETRIED, RETRIED);
    assertNoComplaint(program);
  }
}
