package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Jetty as it is distributed, with applications that come and go in its webapps. */
final class Jetty implements Container {
  private final ServerProcess process;
  private final DropFolder webapps;

  private Jetty(ServerProcess process, Path base) {
    this.process = process;
    String port =
        process.awaitLine("Started oejs.ServerConnector.*\\{127.0.0.1:(\\d+)\\}").group(1);
    process.awaitLine("Started oejs.Server");
    URI application = URI.create("http://127.0.0.1:" + port + "/shop");
    webapps = new DropFolder(base.resolve("webapps"), application);
  }

  /**
   * Starts one.
   *
   * @param base a folder for its configuration and what it writes
   * @param options the JVM's, as the operator's JAVA_OPTIONS
   */
  static Jetty start(Java java, Distribution jetty, Path base, String options) throws Exception {
    Files.createDirectories(base);
    String launcher = java.launcher().toString();
    configure(base, launcher, "-jar", jetty.file("start.jar"), "--add-modules=http,ee10-deploy");
    Files.writeString(
        base.resolve("start.d/operator.ini"),
        """
        jetty.http.host=127.0.0.1
        jetty.http.port=0
        jetty.deploy.scanInterval=1
        """);
    Map<String, String> environment =
        Map.of(
            "JETTY_HOME", jetty.home().toString(),
            "JETTY_BASE", base.toString(),
            "JETTY_RUN", base.toString(),
            "JETTY_PID", base.resolve(ServerProcess.PID).toString(),
            "JAVA", launcher,
            "JAVA_OPTIONS", options);
    return new Jetty(
        ServerProcess.start(java, base, environment, "bash", jetty.file("bin/jetty.sh"), "run"),
        base);
  }

  private static void configure(Path base, String... command)
      throws IOException, InterruptedException {
    Process start =
        new ProcessBuilder(command)
            .directory(base.toFile())
            .redirectErrorStream(true)
            .redirectOutput(base.resolve("configured.txt").toFile())
            .start();
    assertThat(start.waitFor()).isZero();
  }

  @Override
  public URI deploy(War war) throws Exception {
    return webapps.put(war);
  }

  @Override
  public void undeploy(War war) throws Exception {
    webapps.take(war);
  }

  @Override
  public ServerProcess process() {
    return process;
  }
}
