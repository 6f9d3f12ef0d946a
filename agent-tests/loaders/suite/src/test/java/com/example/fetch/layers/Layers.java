package com.example.fetch.layers;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A program whose plug-ins are module layers, each with a client of its own. */
public final class Layers {
  private static final int TRIES = 80;
  private static final long PAUSE_MILLIS = 500;

  private Layers() {}

  /**
   * Fetches from within a layer, and lets the layer go.
   *
   * @param args whether the layer has {@code one} loader or {@code many}; the fetching class; two
   *     URLs; the jars of the layer's modules
   */
  public static void main(String[] args) throws Exception {
    ReferenceQueue<ModuleLayer> gone = new ReferenceQueue<>();
    WeakReference<ModuleLayer> layer = use(args, gone);
    int tries = 0;
    do {
      System.gc();
    } while (gone.remove(PAUSE_MILLIS) == null && ++tries < TRIES);
    System.out.println(layer.get() == null ? "collected" : "still held: " + layer.get());
  }

  private static WeakReference<ModuleLayer> use(String[] args, ReferenceQueue<ModuleLayer> gone)
      throws Exception {
    Path[] jars = Arrays.stream(args, 4, args.length).map(Path::of).toArray(Path[]::new);
    ModuleLayer layer = layer(args[0].equals("many"), ModuleFinder.of(jars));
    Class<?> fetch = find(layer, args[1]);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(fetch.getClassLoader());
    try {
      @SuppressWarnings("unchecked")
      UnaryOperator<String> fetching =
          (UnaryOperator<String>)
              fetch.asSubclass(UnaryOperator.class).getConstructor().newInstance();
      System.out.println(fetching.apply(args[2]));
      System.out.println(fetching.apply(args[3]));
      return new WeakReference<>(layer, gone);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static ModuleLayer layer(boolean manyLoaders, ModuleFinder modules) {
    Set<String> names =
        modules.findAll().stream()
            .map(module -> module.descriptor().name())
            .collect(Collectors.toSet());
    ModuleLayer boot = ModuleLayer.boot();
    Configuration resolved = boot.configuration().resolve(modules, ModuleFinder.of(), names);
    ClassLoader jdk = ClassLoader.getPlatformClassLoader();
    return manyLoaders
        ? boot.defineModulesWithManyLoaders(resolved, jdk)
        : boot.defineModulesWithOneLoader(resolved, jdk);
  }

  /** In the module that has its package. */
  private static Class<?> find(ModuleLayer layer, String name) throws ClassNotFoundException {
    String itsPackage = name.substring(0, name.lastIndexOf('.'));
    for (Module module : layer.modules()) {
      if (module.getPackages().contains(itsPackage)) {
        return module.getClassLoader().loadClass(name);
      }
    }
    throw new ClassNotFoundException(name);
  }
}
