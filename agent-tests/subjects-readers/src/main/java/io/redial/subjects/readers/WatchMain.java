package io.redial.subjects.readers;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Watches ConfigMaps with fabric8's client up to one of a certain name, and prints each event: what
 * happened, the name and the version.
 */
public final class WatchMain {
  private static final long PATIENCE_SECONDS = 100;
  private static final String NAMESPACE = "default";

  private final CountDownLatch done = new CountDownLatch(1);
  private final String last;

  private WatchMain(String last) {
    this.last = last;
  }

  /**
   * Runs.
   *
   * @param args the way ({@code watch} or {@code informer}), the URL, how often the client may
   *     reconnect by itself (-1: for ever), from which version to watch, and the last name
   */
  public static void main(String[] args) throws Exception {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(args[1])
            .withOnlyHttpWatches(true)
            .withWatchReconnectLimit(Integer.parseInt(args[2]))
            .withWatchReconnectInterval(100)
            .build();
    WatchMain main = new WatchMain(args[4]);
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      AutoCloseable watching =
          switch (args[0]) {
            case "watch" -> main.watch(client, args[3]);
            case "informer" -> main.inform(client);
            default -> throw new IllegalArgumentException(args[0]);
          };
      try (watching) {
        if (!main.done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          System.out.println("nothing more");
        }
      }
    }
  }

  private AutoCloseable watch(KubernetesClient client, String version) {
    return client
        .configMaps()
        .inNamespace(NAMESPACE)
        .withResourceVersion(version)
        .watch(new Printing());
  }

  private AutoCloseable inform(KubernetesClient client) {
    return client.configMaps().inNamespace(NAMESPACE).inform(new Handling());
  }

  private void happened(String what, ConfigMap map) {
    String name = map.getMetadata().getName();
    System.out.println(what + " " + name + " " + map.getMetadata().getResourceVersion());
    if (name.equals(last)) {
      done.countDown();
    }
  }

  /** By the client, and not because the last one has come. */
  private void closed(String how) {
    if (done.getCount() > 0) {
      System.out.println(how);
      done.countDown();
    }
  }

  private final class Printing implements Watcher<ConfigMap> {
    @Override
    public void eventReceived(Action action, ConfigMap map) {
      happened(action.name(), map);
    }

    @Override
    public void onClose() {
      closed("closed");
    }

    @Override
    public void onClose(WatcherException thrown) {
      closed("closed: " + thrown.getMessage() + ", gone: " + thrown.isHttpGone());
    }
  }

  private final class Handling implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap map) {
      happened("ADDED", map);
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap map) {
      happened("MODIFIED", map);
    }

    @Override
    public void onDelete(ConfigMap map, boolean unknown) {
      happened("DELETED", map);
    }
  }
}
