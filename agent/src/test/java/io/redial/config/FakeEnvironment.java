package io.redial.config;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** An environment that a test owns. Paths are taken as they are written. */
final class FakeEnvironment extends Environment {
  final Map<String, String> variables = new HashMap<>();
  final Properties properties = new Properties();
  final Map<String, byte[]> files = new HashMap<>();
  final Set<String> unreadable = new HashSet<>();
  final Set<String> writableByAll = new HashSet<>();
  int reads;

  FakeEnvironment variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  FakeEnvironment property(String name, String value) {
    properties.setProperty(name, value);
    return this;
  }

  FakeEnvironment file(String path, String... lines) {
    files.put(path, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    return this;
  }

  @Override
  public Map<String, String> variables() {
    return variables;
  }

  @Override
  public Properties properties() {
    return properties;
  }

  @Override
  public boolean isDirectory(File file) {
    return files.keySet().stream().anyMatch(path -> path.startsWith(file.getPath() + "/"));
  }

  @Override
  public boolean exists(File file) {
    return files.containsKey(file.getPath());
  }

  @Override
  public boolean isWritableByAll(File file) {
    return writableByAll.contains(file.getPath());
  }

  @Override
  public byte[] contents(File file) throws IOException {
    reads++;
    if (unreadable.contains(file.getPath())) {
      throw new IOException("permission denied");
    }
    byte[] contents = files.get(file.getPath());
    if (contents == null) {
      throw new FileNotFoundException("no such file");
    }
    return contents.clone();
  }
}
