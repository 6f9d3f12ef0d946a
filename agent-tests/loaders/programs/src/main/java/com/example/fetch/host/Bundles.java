package com.example.fetch.host;

import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/** An OSGi framework in which a bundle fetches. */
public final class Bundles {
  private Bundles() {}

  /**
   * Starts the bundles and asks the service that one of them offers.
   *
   * @param args a folder for the framework's own files, a URL, and the bundles
   */
  public static void main(String[] args) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put(Constants.FRAMEWORK_STORAGE, args[0]);
    settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    settings.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, "jdk.net"); // of Java 8, too
    settings.put(Constants.FRAMEWORK_BOOTDELEGATION, "sun.reflect"); // reflection, on Java 8
    // As the specification has it: a bundle sees of the JDK what it imports, and java.*.
    settings.put("felix.bootdelegation.implicit", "false");
    Framework framework = new FrameworkFactory().newFramework(settings);
    framework.start();
    try {
      BundleContext context = framework.getBundleContext();
      List<Bundle> bundles = new ArrayList<>();
      for (URL url : Urls.of(args, 2)) {
        bundles.add(context.installBundle(url.toString()));
      }
      for (Bundle bundle : bundles) {
        bundle.start();
      }
      System.out.println(fetch(context).apply(args[1]));
    } finally {
      framework.stop();
      framework.waitForStop(0);
    }
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // Services are registered by their raw types.
  private static UnaryOperator<String> fetch(BundleContext context) {
    ServiceReference<UnaryOperator> service = context.getServiceReference(UnaryOperator.class);
    return context.getService(service);
  }
}
