package trust;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.eclipse.aether.RepositoryEvent;
import org.eclipse.aether.RepositoryEvent.EventType;

/**
 * Ends Maven before it uses an artifact or a plugin that is not in the list of those that were once
 * looked at, or a file whose SHA-256 is another than the list has. Maven 3.8 cannot do so by
 * itself. A POM that is not in the list may pass, because each Maven reads others: what it brings
 * must be in the list. With {@code trust.update} what is not known is added to the list instead.
 */
@Named
@Singleton
public final class TrustedArtifacts extends AbstractEventSpy {
  private final Path list = Paths.get(System.getProperty("trust.list"));
  private final boolean update = Boolean.getBoolean("trust.update");
  private final Map<String, String> trusted = new TreeMap<>();
  private final Map<File, Boolean> seen = new ConcurrentHashMap<>();
  private boolean changed;

  @Override
  public synchronized void init(Context context) throws IOException {
    if (Files.exists(list)) {
      for (String line : Files.readAllLines(list, StandardCharsets.UTF_8)) {
        String[] sumAndPath = line.split(" [ *]", 2);
        trusted.put(sumAndPath[1], sumAndPath[0]);
      }
    }
  }

  @Override
  public void onEvent(Object event) {
    if (!(event instanceof RepositoryEvent)) {
      return;
    }
    RepositoryEvent resolved = (RepositoryEvent) event;
    File file = resolved.getFile();
    if (resolved.getType() != EventType.ARTIFACT_RESOLVED || file == null || !file.isFile()) {
      return;
    }
    Path repository = resolved.getSession().getLocalRepository().getBasedir().toPath();
    boolean isOurs = resolved.getArtifact().getGroupId().equals("io.redial");
    if (!isOurs && file.toPath().startsWith(repository) && seen.put(file, true) == null) {
      check(repository.relativize(file.toPath()).toString().replace('\\', '/'), file.toPath());
    }
  }

  private synchronized void check(String path, Path file) {
    String sum;
    try {
      sum = sha256(file);
    } catch (IOException | NoSuchAlgorithmException e) {
      sum = "unreadable: " + e;
    }
    String known = trusted.get(path);
    if (sum.equals(known) || (known == null && !update && path.endsWith(".pom"))) {
      return;
    }
    if (known != null || !update) {
      // Exceptions of a listener are logged and forgotten.
      System.err.println(
          "[ERROR] "
              + path
              + (known == null
                  ? " is in no list of trusted artifacts: look at it, then run .ci/trust/update"
                  : " is not the file that was trusted: its SHA-256 is " + sum + ", not " + known));
      Runtime.getRuntime().halt(1);
    }
    trusted.put(path, sum);
    changed = true;
  }

  private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    StringBuilder hex = new StringBuilder();
    for (byte b : digest.digest()) {
      hex.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return hex.toString();
  }

  @Override
  public synchronized void close() throws IOException {
    if (changed) {
      List<String> lines = new ArrayList<>();
      trusted.forEach((path, sum) -> lines.add(sum + "  " + path));
      Files.write(list, lines, StandardCharsets.UTF_8);
    }
  }
}
