package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionInfoTest {
  @TempDir private Path folder;

  private static String set(String arguments) {
    return OptionInfo.set(Configuration.load(arguments, new Environment()));
  }

  @Test
  void namesTheOptionsThatAreSet() {
    assertThat(set("")).isEmpty();
    assertThat(set("service=orders,profile=resilient,max-retries=2"))
        .isEqualTo("profile=resilient max-retries=2");
  }

  @Test
  void namesThoseOfRoutes() throws IOException {
    Path file = folder.resolve("orders.properties");
    Files.writeString(
        file, "route.stock.match = GET https://stock.internal/**\nroute.stock.deadline = 5s\n");

    assertThat(set("config=" + file))
        .isEqualTo(
            "config=%s route.stock.match=GET https://stock.internal/** route.stock.deadline=5s",
            file);
  }

  /** Not even of one that is no good. */
  @Test
  void hidesTheSecretsOfUrls() {
    assertThat(set("config=https://anna:secret@config.internal/orders?token=secret"))
        .contains("@config.internal/orders")
        .doesNotContain("secret");
  }
}
