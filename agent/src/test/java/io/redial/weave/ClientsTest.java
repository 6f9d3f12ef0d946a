package io.redial.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.client.ClientModule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each client is listed as its module declares it. */
class ClientsTest {

  static Stream<String> lines() {
    return Clients.ALL.lines();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aListingNamesTheClassesThatTheModuleWeaves(String line) throws Exception {
    String[] parts = line.split(";", -1);
    ClientModule module =
        Class.forName(parts[1]).asSubclass(ClientModule.class).getConstructor().newInstance();
    int root = module.isLibrary() ? module.root().length() : 0;

    assertThat(parts[0]).isEqualTo(module.name());
    assertThat(List.of(parts).subList(2, parts.length))
        .containsExactlyInAnyOrderElementsOf(
            module.woven().stream().map(name -> name.substring(root)).toList());
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aListedClassBelongsToItsClient(String line) {
    List<String> parts = List.of(line.split(";", -1));
    for (String ending : parts.subList(2, parts.size())) {
      assertThat(ClientTransformer.mayBeClient("com/acme" + ending)).isTrue();
      assertThat(ClientTransformer.mayBeClient(ending + "X")).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void anAdapterIsInTheFolderOfItsModule(String line) throws Exception {
    ClientModule module =
        Class.forName(line.split(";", -1)[1])
            .asSubclass(ClientModule.class)
            .getConstructor()
            .newInstance();

    assertThat(module.adapter()).startsWith(module.getClass().getPackageName() + ".");
  }
}
