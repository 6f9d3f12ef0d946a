package io.redial.benchmarks.agents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Makes agents of classes. */
public final class AgentJar {
  private AgentJar() {}

  /** Writes a jar whose agent is that class and which holds nothing else. */
  public static Path of(Class<?> agent, Path folder) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", agent.getName());
    Path jar = folder.resolve(agent.getSimpleName() + ".jar");
    String entry = agent.getName().replace('.', '/') + ".class";
    try (InputStream bytes = agent.getClassLoader().getResourceAsStream(entry);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new ZipEntry(entry));
      bytes.transferTo(out);
    }
    return jar;
  }
}
