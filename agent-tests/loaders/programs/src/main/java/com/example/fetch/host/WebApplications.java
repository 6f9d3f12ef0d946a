package com.example.fetch.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat with web applications that each bring a client of their own. */
public final class WebApplications {
  private final Tomcat tomcat = new Tomcat();
  private final List<Context> contexts = new ArrayList<>();

  private WebApplications(Path base) {
    tomcat.setBaseDir(base.toString());
    tomcat.setHostname("localhost");
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.setSilent(true);
    tomcat.getHost().setAutoDeploy(false);
  }

  /**
   * Fetches out of each application, then takes all of them away while the server goes on.
   *
   * @param args a folder for the server's own files; then, for each application, its folder, the
   *     simple name of a fetching class, and a URL
   */
  public static void main(String[] args) throws Exception {
    WebApplications server = new WebApplications(Paths.get(args[0]));
    for (int i = 1; i < args.length; i += 3) {
      server.deploy(Paths.get(args[i]));
    }
    server.tomcat.start();
    for (int i = 1; i < args.length; i += 3) {
      System.out.println(server.fetch(i / 3, args[i + 1], args[i + 2]));
    }
    for (Gone loader : server.undeploy()) {
      System.out.println(loader.await());
    }
    server.tomcat.stop();
    server.tomcat.destroy();
  }

  private void deploy(Path folder) {
    Context context = tomcat.addContext("/" + folder.getFileName(), folder.toString());
    Tomcat.addServlet(context, "fetch", "com.example.fetch.web.FetchServlet").addMapping("/fetch");
    context.setParentClassLoader(ClassLoader.getSystemClassLoader());
    contexts.add(context);
  }

  private String fetch(int application, String what, String url) throws IOException {
    String query = "?what=" + what + "&url=" + URLEncoder.encode(url, "UTF-8");
    String path = contexts.get(application).getPath() + "/fetch";
    int port = tomcat.getConnector().getLocalPort();
    URL servlet = new URL("http", "127.0.0.1", port, path + query);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(servlet.openStream(), StandardCharsets.UTF_8))) {
      return lines.readLine();
    }
  }

  private List<Gone> undeploy() throws LifecycleException {
    List<Gone> loaders = new ArrayList<>();
    for (Context context : contexts) {
      loaders.add(new Gone(context.getLoader().getClassLoader()));
      context.stop();
      tomcat.getHost().removeChild(context);
      context.destroy();
    }
    contexts.clear();
    return loaders;
  }
}
