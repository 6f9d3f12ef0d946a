package io.redial.contract.agent;

import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a kubelet does for a pod, in a folder: volumes, and a container's view of them. */
final class Cluster {
  private final Path folder;
  private final V1PodSpec pod;
  private int versions;

  Cluster(Path folder, V1PodSpec pod) throws IOException {
    this.folder = folder;
    this.pod = pod;
    for (V1Volume volume : pod.getVolumes()) {
      Files.createDirectories(volume(volume.getName()));
    }
  }

  private Path volume(String name) {
    return folder.resolve(name);
  }

  /**
   * Writes a ConfigMap into every volume of its name, as a kubelet does: the files are links
   * through {@code ..data}, which is swapped as a whole.
   */
  void write(V1ConfigMap map) throws IOException {
    for (V1Volume volume : pod.getVolumes()) {
      if (volume.getConfigMap() != null
          && map.getMetadata().getName().equals(volume.getConfigMap().getName())) {
        write(map.getData(), volume(volume.getName()));
      }
    }
  }

  private void write(Map<String, String> data, Path volume) throws IOException {
    Path version = Files.createDirectory(volume.resolve("..version_" + versions++));
    for (Map.Entry<String, String> file : data.entrySet()) {
      Files.writeString(version.resolve(file.getKey()), file.getValue());
      Path link = volume.resolve(file.getKey());
      if (!Files.isSymbolicLink(link)) {
        Files.createSymbolicLink(link, Path.of("..data", file.getKey()));
      }
    }
    Path next = Files.createSymbolicLink(volume.resolve("..data_tmp"), version.getFileName());
    Files.move(next, volume.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** A text in which a container's mount paths stand for where its volumes really are. */
  String seenBy(V1Container container, String text) {
    String seen = text;
    for (V1VolumeMount mount : container.getVolumeMounts()) {
      seen = seen.replace(mount.getMountPath(), volume(mount.getName()).toString());
    }
    return seen;
  }

  /** A container's command. */
  List<String> command(V1Container container) {
    List<String> command = new ArrayList<>();
    container.getCommand().forEach(word -> command.add(seenBy(container, word)));
    return command;
  }

  /** A container's environment. */
  Map<String, String> environment(V1Container container) {
    Map<String, String> environment = new HashMap<>();
    for (V1EnvVar variable : container.getEnv()) {
      environment.put(variable.getName(), seenBy(container, variable.getValue()));
    }
    return environment;
  }
}
