package io.redial.loaders;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** WildFly as it is distributed, with applications that come and go in its deployments. */
final class WildFly implements Container {
  /**
   * An idle worker's stack holds its last request, and so an application, without the agent too.
   */
  private static final String ONE_WORKER = "<worker name=\"default\" task-max-threads=\"1\"/>";

  private final ServerProcess process;
  private final DropFolder deployments;

  private WildFly(ServerProcess process, Path base) {
    this.process = process;
    String port = process.awaitLine("HTTP listener default listening on .*:(\\d+)").group(1);
    process.awaitLine("WFLYSRV0025");
    URI application = URI.create("http://127.0.0.1:" + port + "/shop");
    deployments = new DropFolder(base.resolve("standalone/deployments"), application);
  }

  /**
   * Starts one.
   *
   * @param base a folder for its configuration and what it writes
   * @param options the JVM's, as the operator's JAVA_OPTS
   */
  static WildFly start(Java java, Distribution wildFly, Path base, String options)
      throws IOException {
    wildFly.copy("standalone", base);
    Path settings = base.resolve("standalone/configuration/standalone.xml");
    Files.writeString(
        settings,
        Files.readString(settings)
            .replace("scan-interval=\"5000\"", "scan-interval=\"500\"")
            .replace("<worker name=\"default\"/>", ONE_WORKER));
    return new WildFly(
        ServerProcess.start(
            java,
            base,
            Map.of("JAVA_OPTS", options),
            "bash",
            wildFly.file("bin/standalone.sh"),
            "-Djboss.server.base.dir=" + base.resolve("standalone"),
            "-Djboss.http.port=0",
            "-Djboss.https.port=0",
            "-Djboss.management.http.port=0"),
        base);
  }

  @Override
  public URI deploy(War war) throws Exception {
    return deployments.put(war);
  }

  @Override
  public void undeploy(War war) throws Exception {
    deployments.take(war, ".undeployed");
  }

  @Override
  public ServerProcess process() {
    return process;
  }
}
