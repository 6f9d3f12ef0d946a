package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/** Tomcat as it is distributed, with applications that come and go by its manager. */
final class Tomcat implements Container {
  private final ServerProcess process;
  private final URI root;
  private final HttpClient operator = HttpClient.newHttpClient();

  private Tomcat(ServerProcess process) {
    this.process = process;
    String port = process.awaitLine("Starting ProtocolHandler \\[.*-(\\d+)\"\\]").group(1);
    process.awaitLine("Server startup in");
    root = URI.create("http://127.0.0.1:" + port);
  }

  /**
   * Starts one.
   *
   * @param base a folder for its configuration and what it writes
   * @param options the JVM's, as the operator's CATALINA_OPTS
   */
  static Tomcat start(Java java, Distribution tomcat, Path base, String options)
      throws IOException {
    tomcat.copy("conf", base);
    tomcat.copy("webapps/manager", base);
    for (String folder : new String[] {"logs", "temp", "work"}) {
      Files.createDirectory(base.resolve(folder));
    }
    Path settings = base.resolve("conf/server.xml");
    Files.writeString(
        settings,
        Files.readString(settings)
            .replace("<Server port=\"8005\"", "<Server port=\"-1\"")
            .replace("<Connector port=\"8080\"", "<Connector address=\"127.0.0.1\" port=\"0\""));
    Files.writeString(
        base.resolve("conf/tomcat-users.xml"),
        """
        <tomcat-users xmlns="http://tomcat.apache.org/xml" version="1.0">
          <user username="operator" password="secret" roles="manager-script"/>
        </tomcat-users>
        """);
    return new Tomcat(
        ServerProcess.start(
            java,
            base,
            Map.of("CATALINA_BASE", base.toString(), "CATALINA_OPTS", options),
            "sh",
            tomcat.file("bin/catalina.sh"),
            "run"));
  }

  @Override
  public URI deploy(War war) throws Exception {
    assertThat(manager("deploy?path=/shop", BodyPublishers.ofFile(war.file()))).startsWith("OK");
    return root.resolve("/shop");
  }

  @Override
  public void undeploy(War war) throws Exception {
    assertThat(manager("undeploy?path=/shop", null)).startsWith("OK");
  }

  /** Which applications are stopped, but not collected, as the manager finds. */
  String leaks() throws Exception {
    return manager("findleaks", null);
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  private String manager(String command, BodyPublisher bodyOrNull) throws Exception {
    String login =
        Base64.getEncoder().encodeToString("operator:secret".getBytes(StandardCharsets.US_ASCII));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(root.resolve("/manager/text/" + command))
            .header("Authorization", "Basic " + login);
    if (bodyOrNull != null) {
      request.PUT(bodyOrNull);
    }
    HttpResponse<String> response = operator.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
