package com.example.fetch.osgi;

import com.example.fetch.Main;
import java.util.function.UnaryOperator;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Offers, as a service, the fetching class that the bundle's manifest names. */
public final class Activator implements BundleActivator {

  @Override
  public void start(BundleContext context) throws Exception {
    String what = context.getBundle().getHeaders().get("Fetch");
    context.registerService(
        UnaryOperator.class, Main.fetch(what, Activator.class.getClassLoader()), null);
  }

  @Override
  public void stop(BundleContext context) {}
}
