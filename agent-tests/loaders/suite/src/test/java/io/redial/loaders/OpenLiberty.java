package io.redial.loaders;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Open Liberty as it is distributed, with applications that come and go in its dropins. */
final class OpenLiberty implements Container {
  private static final String STOPPED = "CWWKZ0009I";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServerProcess process;
  private final DropFolder dropins;

  private OpenLiberty(ServerProcess process, Path server) {
    this.process = process;
    process.awaitLine("CWWKF0011I");
    String port = process.awaitLine("CWWKO0219I: .* (?:port|Port) (\\d+)").group(1);
    URI application = URI.create("http://127.0.0.1:" + port + "/shop");
    dropins = new DropFolder(server.resolve("dropins"), application);
  }

  /**
   * Starts one.
   *
   * @param feature which servlets it has
   * @param base a folder for its configuration and what it writes
   * @param options the JVM's, as in the operator's jvm.options
   */
  static OpenLiberty start(
      Java java, Distribution liberty, String feature, Path base, String options)
      throws IOException {
    Path server = base.resolve("servers/shop");
    Files.createDirectories(server.resolve("dropins"));
    Files.writeString(
        server.resolve("server.xml"),
        """
        <server>
          <featureManager><feature>%s</feature></featureManager>
          <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="0" httpsPort="-1"/>
        </server>
        """
            .formatted(feature));
    Files.writeString(server.resolve("jvm.options"), options.replace(' ', '\n'));
    return new OpenLiberty(
        ServerProcess.start(
            java,
            base,
            Map.of("WLP_USER_DIR", base.toString()),
            "bash",
            liberty.file("bin/server"),
            "run",
            "shop"),
        server);
  }

  @Override
  public URI deploy(War war) throws Exception {
    return dropins.put(war);
  }

  @Override
  public void undeploy(War war) throws Exception {
    long before = process.onConsole(STOPPED);
    dropins.take(war);
    await("stopped").atMost(PATIENCE).until(() -> process.onConsole(STOPPED) > before);
  }

  @Override
  public ServerProcess process() {
    return process;
  }
}
