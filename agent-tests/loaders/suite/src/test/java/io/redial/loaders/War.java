package io.redial.loaders;

import com.example.fetch.jdk.FetchJdk;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A web application with clients of its own.
 *
 * @param file its archive
 * @param clients the fetching classes that it has
 */
record War(Path file, List<String> clients) {
  /** The application has one instance for each class loader that it was loaded by. */
  static final String MARK = "com.example.fetch.web.Deployment";

  private static final String PAGE = "open.txt";

  /** What JBoss Modules have to let an application with HttpClient 5 see. */
  private static final String MODULES =
      """
      <jboss-deployment-structure>
        <deployment>
          <dependencies>
            <module name="jdk.net"/>
          </dependencies>
        </deployment>
      </jboss-deployment-structure>
      """;

  /** Which API the container's servlets are of. */
  enum Servlets {
    JAVAX("com.example.fetch.web.FetchServlet", "http://xmlns.jcp.org/xml/ns/javaee", "3.1"),
    JAKARTA("com.example.fetch.jakarta.FetchServlet", "https://jakarta.ee/xml/ns/jakartaee", "5.0");

    private final String descriptor;

    Servlets(String servlet, String namespace, String version) {
      descriptor =
          """
          <web-app xmlns="%s" version="%s" metadata-complete="true">
            <servlet>
              <servlet-name>fetch</servlet-name>
              <servlet-class>%s</servlet-class>
            </servlet>
            <servlet-mapping>
              <servlet-name>fetch</servlet-name>
              <url-pattern>/fetch</url-pattern>
            </servlet-mapping>
          </web-app>
          """
              .formatted(namespace, version, servlet);
    }
  }

  /** Both Apache clients as libraries of the application's, and the JDK's where there is one. */
  static War build(Path file, Servlets servlets, Java java) throws IOException {
    List<String> clients =
        new ArrayList<>(List.of("Fetch4", "Fetch4Async", "Fetch5", "Fetch5Async"));
    List<Path> libraries = new ArrayList<>(Program.library("httpasyncclient-4.1"));
    libraries.addAll(Program.library("httpclient5-5.6"));
    libraries.add(Program.programs());
    Files.createDirectories(file.getParent());
    try (FileSystem war = FileSystems.newFileSystem(file, Map.of("create", "true"))) {
      Path lib = Files.createDirectories(war.getPath("WEB-INF/lib"));
      for (Path jar : libraries) {
        Path target = lib.resolve(jar.getFileName().toString());
        if (!Files.exists(target)) {
          Files.copy(jar, target);
        }
      }
      Files.writeString(war.getPath("WEB-INF/web.xml"), servlets.descriptor);
      Files.writeString(war.getPath("WEB-INF/jboss-deployment-structure.xml"), MODULES);
      Files.writeString(war.getPath(PAGE), "open");
      if (java.version() > 8) {
        clients.add(FetchJdk.class.getName());
        addClass(war, FetchJdk.class);
      }
    }
    return new War(file, clients);
  }

  /** A page of the application's that is there for as long as it is deployed. */
  static URI page(URI application) {
    return URI.create(application + "/" + PAGE);
  }

  /** What an application answers that is asked to fetch. */
  static String fetch(URI application, String client, String url) {
    String query = "what=" + client + "&url=" + URLEncoder.encode(url, StandardCharsets.UTF_8);
    return Visit.to(URI.create(application + "/fetch?" + query)).body();
  }

  private static void addClass(FileSystem war, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    Path target = war.getPath("WEB-INF/classes", name);
    Files.createDirectories(target.getParent());
    try (InputStream in = type.getResourceAsStream("/" + name)) {
      Files.copy(in, target);
    }
  }
}
