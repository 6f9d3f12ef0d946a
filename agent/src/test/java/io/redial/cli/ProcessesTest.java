package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ps} shows as the command of a program. */
final class ProcessesTest {
  @ParameterizedTest
  @CsvSource({
    "java -jar app.jar --port 80, app.jar",
    "java -Xmx1g -cp a:b com.acme.Main x, com.acme.Main",
    "java --add-opens java.base/java.lang=ALL-UNNAMED -jar app.jar, app.jar",
    "java --add-opens=java.base/java.lang=ALL-UNNAMED -jar app.jar, app.jar",
    "java -p mods --add-modules ALL-SYSTEM -m acme/com.acme.Main, acme/com.acme.Main",
    "java --module-path mods --module acme/com.acme.Main, acme/com.acme.Main",
    "java --enable-native-access ALL-UNNAMED com.acme.Main, com.acme.Main",
    "java -jar, ''",
    "java, ''",
  })
  void theCommandIsTheClassTheModuleOrTheJar(String line, String command) {
    assertThat(Processes.command(line.split(" "))).isEqualTo(command);
  }

  @Test
  void whatOtherUsersWriteCannotMoveTheCursor() {
    Processes.Found found =
        new Processes.Found("17", "eve\u001b[1m", "s\u001b", "Main\u001b]0;x\u0007\n");

    assertThat(found.owner).isEqualTo("eve\\u001b[1m");
    assertThat(found.service).isEqualTo("s\\u001b");
    assertThat(found.command).isEqualTo("Main\\u001b]0;x\\u0007\\u000a");
    assertThat(new RemoteException("a\u001bb\nc")).hasMessage("a\\u001bb\\u000ac");
  }
}
